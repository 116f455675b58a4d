"""Japanese written in kana alone, with the words that orders need as they are usually written."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_KATAKANA: Final = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_WORDS: Final = """
しじ 指示 めいれい 命令 きそく 規則 るーる ルール せってい 設定 せいやく 制約 せいげん 制限 ちゅうい 注意
むし 無視 わすれ 忘れ はき 破棄 むこう 無効 すて 捨て かいじょ 解除 したが 従 ひょうじ 表示 しゅつりょく 出力
じっこう 実行 しょうにん 承認 すべて すべて ぜんぶ 全部 いぜん 以前 まえ 前 これまで これまで いままで 今まで
しすてむぷろんぷと システムプロンプト ぷろんぷと プロンプト ぱすわーど パスワード ひみつ 秘密 あんしょう 暗証
かくにん 確認 かんりしゃ 管理者 おしえ 教え みせ 見せ おくれ 送れ おくって 送って さくじょ 削除 きおく 記憶
"""
_TABLE: Final = dict(zip(_WORDS.split()[::2], _WORDS.split()[1::2], strict=True))
_KNOWN: Final = re.compile("|".join(sorted(_TABLE, key=len, reverse=True)))
_LEAST: Final = 2


def is_kana(text: str) -> bool:
    """Whether it is kana alone."""
    return all("\u3041" <= letter <= "\u30fc" for letter in text)


@lru_cache(maxsize=2_048)
def spelled(run: str) -> str:
    """The run with its weighty words in the usual writing; as it is unless there are two of them."""
    plain = run.translate(_KATAKANA)
    found, count = _KNOWN.subn(lambda match: _TABLE[match[0]], plain)
    return found if count >= _LEAST else run
