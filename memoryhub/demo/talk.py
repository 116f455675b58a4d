"""A small invented conversation of two evenings, for an agent that listens."""

from __future__ import annotations

from memoryhub.demo.listener import Turn


def _evening(session: str, day: str, said: tuple[tuple[str, str], ...]) -> list[Turn]:
    return [
        Turn(session=session, id=f"{session}:{number}", speaker=speaker, time=f"{day}T19:{number:02d}:00Z", text=text)
        for number, (speaker, text) in enumerate(said, 1)
    ]


TALK: list[Turn] = [
    *_evening(
        "first evening",
        "2026-11-02",
        (
            ("Noor", "Hi Teo, I moved last week. I live in Lisbon now."),
            ("Teo", "Nice! My favorite food is grilled sardines, so I envy you."),
            ("Noor", "I work at a bakery called Pão Quente. We open at six."),
            ("Teo", "Remember that I am allergic to walnuts when you bake for me."),
            ("Noor", "Noted. My sister is called Amal, she visits in spring."),
            ("Teo", "We decided to meet at the harbour on 12 December."),
            ("Noor", "What is my sister called again, do you remember?"),
            ("Teo", "私の好きな飲み物はほうじ茶です。"),
        ),
    ),
    *_evening(
        "second evening",
        "2026-11-20",
        (
            ("Noor", "News: I moved again. I live in Porto now."),
            ("Teo", "Where do you live now?"),
            ("Noor", "My favorite color is dark green, for the shop front."),
            ("Teo", "What am I allergic to?"),
            ("Noor", "We decided to meet at the station instead, on 13 December."),
            ("Teo", "Where do we meet in December?"),
        ),
    ),
]
