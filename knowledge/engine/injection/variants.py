"""Han characters written in several ways, each with the simplified form all are compared in."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

# Pairs: traditional or Japanese form, then the simplified form.
_PAIRS: Final = """
視视 無无 據据 數数 戶户 請请 讓让 訊讯 話话 記记 憶忆 錄录 規规 則则 約约 條条 設设 說说 語语 詞词 諾诺 認认
證证 確确 實实 際际 對对 後后 從从 這这 個个 們们 來来 時时 間间 開开 關关 閉闭 門门 啟启 啓启 動动 執执 發发
傳传 轉转 輸输 給给 寫写 讀读 顯显 級级 權权 現现 當当 沒没 還还 將将 會会 應应 該该 須须 頁页 題题 麼么 問问
嗎吗 歷历 紀纪 總总 結结 終终 統统 組组 絕绝 經经 過过 達达 運运 進进 遠远 連连 選选 違违 隱隐 隨随 離离 險险
陸陆 隊队 陽阳 階阶 練练 編编 網网 維维 緒绪 綁绑 線线 紅红 納纳 細细 繼继 續续 績绩 鎖锁 鑰钥 錢钱 銀银 錯错
鏈链 鏡镜 長长 見见 覽览 觀观 覺觉 計计 訂订 訓训 託托 許许 評评 譯译 試试 誤误 誰谁 課课 調调 論论 講讲 謝谢
識识 護护 變变 豐丰 財财 貨货 責责 貼贴 費费 賬账 帳帐 貴贵 資资 質质 購购 贊赞 車车 軟软 軍军 載载 輕轻 較较
輔辅 辦办 農农 邊边 郵邮 鄉乡 醫医 釋释 針针 鐘钟 陳陈 雙双 雜杂 難难 電电 靈灵 響响 頂顶 項项 順顺 預预 領领
頭头 類类 顧顾 風风 飛飞 飯饭 館馆 馬马 驗验 驅驱 體体 髮发 鬆松 點点 黨党 齊齐 備备 傷伤 價价 優优 儲储 兩两
內内 冊册 凍冻 別别 創创 劃划 劑剂 勝胜 務务 勞劳 勢势 勻匀 區区 協协 單单 厲厉 參参 員员 唸念 嚴严 國国 圍围
圖图 團团 場场 塊块 報报 壓压 壞坏 壘垒 夠够 夥伙 奪夺 學学 寶宝 審审 專专 導导 屬属 層层 島岛 幫帮 幹干 廢废
廣广 彈弹 強强 徑径 復复 複复 態态 慣惯 憑凭 懶懒 懷怀 戰战 戲戏 拋抛 換换 損损 擁拥 擇择 擊击 擔担 擬拟 擴扩
擾扰 攔拦 攜携 敗败 敵敌 斷断 於于 曆历 書书 東东 棄弃 構构 標标 樣样 樓楼 機机 檔档 檢检 欄栏 歡欢 歲岁 歸归
殘残 毀毁 氣气 決决 況况 淨净 測测 準准 滅灭 漢汉 潛潜 濫滥 為为 爲为 熱热 爭争 狀状 獎奖 獲获 環环 產产 畫画
異异 瘋疯 盡尽 監监 盤盘 禮礼 種种 稱称 積积 穩稳 競竞 筆笔 簡简 簽签 籌筹 號号 虛虚 處处 蓋盖 藝艺 蘇苏 術术
衛卫 補补 裝装 製制 訪访 貯贮 賦赋 跡迹 蹤踪 躍跃 輯辑 適适 遞递 遺遗 釘钉 鋪铺 閱阅 闆板 陣阵 陰阴 鬥斗 鬧闹
黙默 徹彻 擺摆 脫脱 腳脚 職职 聽听 聰聪 聞闻 聯联 膽胆 臉脸 舉举 舊旧 葉叶 萬万 著着 虧亏 衝冲 裡里 裏里 觸触
詳详 詢询 誠诚 誇夸 謊谎 讚赞 貸贷 贈赠 趕赶 遲迟 遊游 邏逻 釐厘 鈴铃 閃闪 雖虽 靜静 頻频 顏颜 願愿 飾饰 餘余
駁驳 駭骇 騙骗 丟丢 紙纸 買买 僅仅 倫伦 劇剧 牆墙 殼壳 嘗尝 張张 掃扫 掙挣 暫暂 極极 畢毕 匯汇 洩泄 濾滤 猶犹
獄狱 瞞瞒 碼码 礎础 罷罢 薦荐 慮虑 訴诉 診诊 誦诵 諸诸 談谈 賴赖 負负 銬铐 銘铭 銷销 鐐镣 駕驾 絆绊 紹绍 繞绕
繩绳 縛缚 韁缰 羈羁 臺台 諮咨 囑嘱 堅坚 撥拨 掛挂 潔洁 緊紧 罰罚 範范 藥药 討讨 議议 輪轮 饋馈 額额 頒颁 癮瘾
彙汇 拚拼 髒脏 閒闲 彆别 尋寻 災灾 滿满 築筑 聖圣 臟脏 莊庄 蕭萧 螢萤 襲袭 賣卖 賞赏 趨趋 轟轰 銳锐 鍵键 閣阁
陝陕 韓韩 韻韵 騎骑 鬱郁 魚鱼 鳥鸟 麗丽 変变 対对 図图 実实 発发 転转 読读 続续 経经 験验 検检 権权 応应 広广
拡扩 売卖 単单 帰归 従从 徳德 総总 縦纵 継继 悪恶 悩恼 沢泽 浄净 渇渴 済济 満满 焼烧 猟猎 産产 砕碎 稲稻 穏稳
竜龙 粋粹 糸丝 聴听 脳脑 芸艺 蔵藏 蛍萤 覚觉 訳译 証证 譲让 賛赞 軽轻 辺边 遅迟 銭钱 鋭锐 録录 関关 隠隐 雑杂
霊灵 顔颜 顕显 駅驿 駆驱 騒骚 髄髓 黒黑 歓欢 歩步 歳岁 毎每 氷冰 気气 団团 囲围 圧压 価价 仮假 伝传 偽伪 儀仪
億亿 償偿 処处 剤剂 労劳 勅敕 厳严 営营 喚唤 塩盐 壊坏 専专 巣巢 帯带 廃废 弾弹 徴征 懐怀 戦战 戯戏 択择 挙举
捨舍 掲揭 摂摄 撃击 斉齐 暁晓 桜樱 栄荣 様样
"""

VARIANTS: Final[dict[str, str]] = {pair[0]: pair[1] for pair in _PAIRS.split()}
_TABLE: Final = str.maketrans(VARIANTS)
_UNITS: Final = np.arange(1 << 16, dtype="<u2")
_UNITS[[ord(written) for written in VARIANTS]] = [ord(plain) for plain in VARIANTS.values()]
_HAN: Final = re.compile("[\u3400-\u9fff]")
_FEW: Final = 40


def simplified(text: str) -> str:
    """One form for each Han character that has a traditional, a simplified and a Japanese one; same length."""
    if text.isascii() or not _HAN.search(text):
        return text
    if len(text) < _FEW:
        return text.translate(_TABLE)
    units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), "<u2")
    plain: bytes = _UNITS[units].tobytes()
    return plain.decode("utf-16-le", "surrogatepass")
