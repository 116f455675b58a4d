"""Pages, every revision of them, the links between them, and who may see and write them."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from knowledge.models.agent import Agent
from knowledge.models.source import SOURCE_KINDS

SHARED = 0
"""The space of pages that belong to everybody; an agent's own space is the agent's number."""

LIVE = "live"
ARCHIVED = "archived"
WAITING = "waiting"
PAGE_STANDINGS = [(LIVE, "live"), (ARCHIVED, "in the archive"), (WAITING, "waits for its first revision")]

KEPT = "kept"
HELD = "held"
REJECTED = "rejected"
REVISION_STANDINGS = [(KEPT, "kept"), (HELD, "held for review"), (REJECTED, "rejected")]
ACTIONS = [
    (name, name)
    for name in (
        "created",
        "saved",
        "merged",
        "moved",
        "restored",
        "filed",
        "imported",
        "shared",
        "archived",
        "brought back",
    )
]


class WikiPage(models.Model):
    """One page. `number` joins the text index and never leaves the hub; `id` is the public name.

    Everything but `text` is made from it at save, so that reading draws nothing. Trust, kind of source and layer are
    what the hub decided, never simply what the text claims.
    """

    number = models.BigAutoField(primary_key=True)
    id = models.CharField(max_length=40, unique=True)
    space = models.BigIntegerField(help_text="Number of the agent it belongs to; 0 for the shared wiki.")
    agent = models.ForeignKey(
        Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="wiki_pages", db_index=False
    )
    path = models.CharField(max_length=512)
    path_key = models.CharField(max_length=1_100)
    name_key = models.CharField(max_length=600)
    title = models.CharField(max_length=300)
    title_key = models.CharField(max_length=600)
    tags = models.JSONField(default=list)
    layer = models.CharField(max_length=12, default="deep")
    trust = models.FloatField(default=0.5)
    source_type = models.CharField(max_length=20, default="", blank=True)
    origin = models.CharField(max_length=512, help_text="Who wrote the least trusted part of what it says now.")
    author = models.CharField(max_length=200, default="", blank=True)
    sources = models.JSONField(default=list)
    related = models.JSONField(default=list)
    do_not_inject = models.BooleanField(default=False)
    visible_to = models.JSONField(null=True, blank=True, help_text="Agents that see it; nothing for no restriction.")
    filed = models.BooleanField(default=False, help_text="Filed by the hub from a conversation.")
    kept = models.BooleanField(
        default=False, db_default=False, help_text="A person looked at a filed page and lets it stay as it is."
    )
    promoted = models.JSONField(null=True, blank=True, help_text="What a promotion changed, before it.")
    standing = models.CharField(max_length=10, choices=PAGE_STANDINGS, default=LIVE)
    revision = models.BigIntegerField(default=0)
    text = models.TextField(default="", blank=True)
    html = models.TextField(default="", blank=True)
    plain = models.TextField(default="", blank=True)
    headings = models.JSONField(default=list)
    token_count = models.BigIntegerField(default=0)
    sketch = models.BinaryField(default=b"", blank=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    updated_by = models.CharField(max_length=200)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["space", "path_key"], condition=~Q(standing=ARCHIVED), name="wiki_page_once_per_path"
            ),
            models.CheckConstraint(
                condition=Q(space=SHARED, agent__isnull=True) | Q(space=F("agent")), name="wiki_page_space"
            ),
            models.CheckConstraint(condition=Q(trust__gte=0, trust__lte=1), name="wiki_page_trust_0_1"),
            models.CheckConstraint(
                condition=Q(standing__in=[name for name, _ in PAGE_STANDINGS]), name="wiki_page_standing_known"
            ),
        ]
        indexes = [
            models.Index(fields=["space", "standing", "path"], name="wiki_page_tree"),
            models.Index(fields=["space", "standing", "updated_at"], name="wiki_page_recent"),
            models.Index(fields=["name_key"], name="wiki_page_name"),
            models.Index(fields=["title_key"], name="wiki_page_title"),
        ]

    def __str__(self) -> str:
        return self.path


class WikiRevision(models.Model):
    """One text of a page, by whom, and why. Held and rejected ones have no number: they never were the page."""

    id = models.CharField(max_length=40, primary_key=True)
    page = models.ForeignKey(WikiPage, on_delete=models.CASCADE, related_name="revisions", db_index=False)
    number = models.BigIntegerField(null=True, blank=True)
    base = models.BigIntegerField(default=0, help_text="The revision it was made from; 0 for none.")
    standing = models.CharField(max_length=10, choices=REVISION_STANDINGS, default=KEPT)
    reason = models.CharField(max_length=40, default="", blank=True)
    action = models.CharField(max_length=14, choices=ACTIONS, default="saved")
    path = models.CharField(max_length=512)
    text = models.TextField(blank=True)
    origin = models.CharField(max_length=512)
    by_kind = models.CharField(max_length=8)
    by = models.CharField(max_length=200)
    door = models.CharField(max_length=8)
    comment = models.CharField(max_length=500, default="", blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["page", "number"], name="wiki_revision_once"),
            models.CheckConstraint(
                condition=Q(standing=KEPT, number__isnull=False) | (~Q(standing=KEPT) & Q(number__isnull=True)),
                name="wiki_revision_numbered",
            ),
            models.CheckConstraint(
                condition=Q(standing__in=[name for name, _ in REVISION_STANDINGS]), name="wiki_revision_standing"
            ),
        ]
        indexes = [
            models.Index(fields=["at"], name="wiki_revision_recent"),
            models.Index(fields=["page", "at"], name="wiki_revision_page"),
        ]

    def __str__(self) -> str:
        return f"{self.path} {self.number or self.standing}"


class WikiSource(models.Model):
    """Where a revision was learned. The keys come from the host or the credential, never from text."""

    page = models.ForeignKey(WikiPage, on_delete=models.CASCADE, related_name="learned_from")
    revision = models.ForeignKey(WikiRevision, on_delete=models.CASCADE, related_name="learned_from")
    kind = models.CharField(max_length=16, choices=SOURCE_KINDS)
    session = models.CharField(max_length=512, default="", blank=True)
    item = models.CharField(max_length=512, default="", blank=True)
    sequence = models.BigIntegerField(null=True, blank=True)
    observed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["kind", "session", "item"], name="wiki_source_lookup")]

    def __str__(self) -> str:
        return f"{self.kind} {self.session} {self.item}".strip()


class WikiLink(models.Model):
    """One link of a page as it is now: what it asks for, and the page that is meant, when there is one."""

    source = models.ForeignKey(WikiPage, on_delete=models.CASCADE, related_name="links", db_index=False)
    place = models.IntegerField(help_text="Position among the links of its page, from 0.")
    target = models.TextField()
    key = models.CharField(max_length=600, help_text="Last part of the target: whoever takes this name may be meant.")
    anchor = models.TextField(default="", blank=True)
    page = models.ForeignKey(WikiPage, null=True, blank=True, on_delete=models.SET_NULL, related_name="linked_from")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["source", "place"], name="wiki_link_once")]
        indexes = [models.Index(fields=["key"], name="wiki_link_key")]

    def __str__(self) -> str:
        return f"{self.source_id} to {self.target}"


class WikiSpace(models.Model):
    """How often pages or rules of a wiki were changed: equal means that nothing has changed a search depends on."""

    number = models.BigIntegerField(primary_key=True, help_text="Of the agent whose wiki it is; 0 for the shared one.")
    changes = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.number)


class WikiRule(models.Model):
    """Who sees and who writes a folder (ending in `/`, empty for the whole wiki) or one page.

    What is kept is read as it is: a list that is none lets nobody see, a mode that is none lets only operators write.
    """

    space = models.BigIntegerField()
    agent = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.CASCADE, related_name="+", db_index=False)
    path = models.CharField(max_length=512, default="", blank=True)
    visible_to = models.JSONField(null=True, blank=True)
    writing = models.JSONField(null=True, blank=True)
    updated_at = models.DateTimeField()
    updated_by = models.CharField(max_length=200)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["space", "path"], name="wiki_rule_once"),
            models.CheckConstraint(
                condition=Q(space=SHARED, agent__isnull=True) | Q(space=F("agent")), name="wiki_rule_space"
            ),
        ]

    def __str__(self) -> str:
        return self.path or "/"


class WikiDraft(models.Model):
    """What a person has typed and not saved: it outlives their session."""

    user_id = models.BigIntegerField()
    space = models.BigIntegerField()
    path = models.CharField(max_length=512)
    path_key = models.CharField(max_length=1_100)
    text = models.TextField(blank=True)
    base = models.BigIntegerField(default=0)
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user_id", "space", "path_key"], name="wiki_draft_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.path}"
