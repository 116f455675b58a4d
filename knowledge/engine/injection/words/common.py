"""Words found in almost any text, the commonest first: no rule is tried because of one of these alone."""

from __future__ import annotations

from typing import Final

COMMON: Final = (
    """
    the of and in to is was as it by for on with from that at he his first i are you new has which this its have be
    or my were known they their two she after her so all 1 me had not other when part released state about your during
    out into only name game 2 i'm do song no what between later u may can show until over best while work where any
    before people how see now them both story us get place would make long our than play then records following called
    use those these company keep include system current each against free always
    """,
    """
    に と し 会 こと 人 的 本 には 行 とし ない として この 语 入 以 せ これ 全 文 都 际 もの 当 要 とも より 外
    书 通 まで へ
    ように どの でも 场合 次 续 现在 各 解 できる 存在 しか 新 への ても 上の 称 结果 无 别 真 以下 以上 しな
    なら していた 下の
    再 とき 使用 比 最高 认め れば 求め 先 だけ 情报 问题 する した して です ます ください その それ あの ので
    から など
    """,
    """
    的 为 是 人 以 会 行 本 这 新 文 要 此 称 外 通 都 当 入 全 将 次 语 从 比 并 改 各 说 无 型 该 书 使用 只
    际 别 白 信 先 解
    再 其他 没有 续 作为 系统 给 致 话 之后 便 通过 重要 获得 停 正式 把 目前 工作 这个 念 我 真 最后 自己 成功
    现在 所有 写 旧
    问题 进入 提供 会议 请 一直 之前 友 直到 读 听 方式 存在 完全 包含 任何 新的 必须 以上 以后 你 他 她 们 不
    了 在 有 和 就
    """,
    """
    이 그 저 것 수 를 을 에 의 는 은 가 도 로 와 과 하 한 할 해 고 다 지 들 만 말 전 후 안 더 다른 모두 모든
    이제 지금 너 나 내
    제 당신 우리 사용자 하지 없 있 하는 하고 해서 그리고 새로운 이후 위 아래 다음 앞 중 때 사람 일
    """,
)
