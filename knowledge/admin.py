"""All tables of the memory in Django's admin: to look at. What changes, changes through the services."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from knowledge import models
from knowledge.engine.types import Actor
from knowledge.errors import HubError
from knowledge.services import edit

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.db.models import Model, QuerySet
    from django.http import HttpRequest  # noqa: TID251 - the admin is a page

    _Admin = admin.ModelAdmin[Any]
    _Paginator = Paginator[Any]
else:  # generic for the type checker only
    _Admin = admin.ModelAdmin
    _Paginator = Paginator

COUNTED_UP_TO = 10_000


def is_administrator(request: HttpRequest) -> bool:
    """Whether a signed-in administrator asks; read once per request."""
    known: bool | None = getattr(request, "_hub_administrator", None)
    if known is None:
        person = request.user
        known = bool(
            person.is_authenticated
            and person.is_active
            and (person.is_superuser or person.groups.filter(name="admin").exists())
        )
        request._hub_administrator = known  # type: ignore[attr-defined]  # noqa: SLF001 - kept on the request it belongs to
    return known


class BoundedPaginator(_Paginator):
    """Counts up to a bound, so that a table of millions of rows opens as fast as a small one."""

    @cached_property
    def count(self) -> int:
        """Return the number of rows, at most `COUNTED_UP_TO`."""
        rows: Any = self.object_list
        return int(rows[:COUNTED_UP_TO].count())


class ReadOnlyAdmin(_Admin):
    """Rows can be read by administrators. Nobody adds, changes or deletes them here."""

    actions: Any = None
    paginator = BoundedPaginator
    show_full_result_count = False
    list_max_show_all = 0
    list_per_page = 50
    ordering = ("-pk",)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Administrators see the tables."""
        return is_administrator(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Administrators read the rows."""
        return is_administrator(request)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Lists are narrowed by what stands beside them: a hidden column is not to be guessed letter by letter."""
        return lookup in {f"{name}__exact" for name in self.list_filter}

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody adds rows here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody changes rows here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody deletes rows here."""
        return False


@admin.register(models.Agent)
class AgentAdmin(ReadOnlyAdmin):
    """Agents and their counters."""

    list_display = ["name", "live_memories", "total_memories", "quota", "generation", "created_at"]
    search_fields = ["name"]


@admin.register(models.Memory)
class MemoryAdmin(ReadOnlyAdmin):
    """Memories, with the two changes a person may make of many at once."""

    list_display = ["id", "agent", "layer", "standing", "origin", "valid_from", "valid_until", "ingested_at"]
    list_select_related = ["agent"]
    list_filter = ["standing", "layer"]
    search_fields = ["=id"]
    search_help_text = gettext_lazy("The whole id")
    actions = ["forget_selected", "restore_selected"]

    @admin.action(description=gettext_lazy("Forget the selected memories"), permissions=["view"])
    def forget_selected(self, request: HttpRequest, queryset: QuerySet[models.Memory]) -> None:
        """Forget them, as the page of a memory does."""
        self._each(request, queryset, lambda actor, key: edit.forget(actor=actor, memory_id=key, reason="admin"))

    @admin.action(description=gettext_lazy("Restore the selected memories"), permissions=["view"])
    def restore_selected(self, request: HttpRequest, queryset: QuerySet[models.Memory]) -> None:
        """Bring them back, as the page of a memory does."""
        self._each(request, queryset, lambda actor, key: edit.restore(actor=actor, memory_id=key))

    def _each(
        self, request: HttpRequest, queryset: QuerySet[models.Memory], act: Callable[[Actor, str], object]
    ) -> None:
        actor = Actor(
            kind="person",
            name=request.user.get_username(),
            door="page",
            roles=frozenset({"admin"}),
            agents=None,
            user_id=request.user.pk,
        )
        done = 0
        for key in queryset.order_by("pk").values_list("id", flat=True)[: edit.MOST_AT_ONCE]:
            try:
                act(actor, key)
            except HubError as error:
                self.message_user(request, f"{key}: {error.message}", messages.WARNING)
            else:
                done += 1
        sentence = ngettext("%d memory was changed.", "%d memories were changed.", done) % done
        self.message_user(request, sentence if done else _("Nothing was changed."), messages.INFO)


@admin.register(models.MemorySpan)
class MemorySpanAdmin(ReadOnlyAdmin):
    """The second clock."""

    list_display = ["memory", "valid_from", "valid_until", "believed", "at", "event"]
    list_select_related = ["memory"]
    search_fields = ["=memory__id"]


@admin.register(models.Reaffirmation)
class ReaffirmationAdmin(ReadOnlyAdmin):
    """Confirmations."""

    list_display = ["memory", "valid_from", "origin", "source_event", "at", "original"]
    list_select_related = ["memory"]
    search_fields = ["=memory__id"]


@admin.register(models.MemoryTag)
class MemoryTagAdmin(ReadOnlyAdmin):
    """Tags by key."""

    list_display = ["memory", "agent", "key"]
    list_select_related = ["memory", "agent"]
    search_fields = ["=key", "=memory__id"]


@admin.register(models.MemorySource)
class MemorySourceAdmin(ReadOnlyAdmin):
    """Where memories were learned."""

    list_display = ["memory", "kind", "session", "item", "sequence", "role"]
    list_select_related = ["memory"]
    list_filter = ["kind", "role"]
    search_fields = ["=session", "=item", "=memory__id"]


@admin.register(models.Derivation)
class DerivationAdmin(ReadOnlyAdmin):
    """Which memory was made from which."""

    list_display = ["child", "parent"]
    list_select_related = ["child", "parent"]
    search_fields = ["=child__id", "=parent__id"]


@admin.register(models.EntityAlias)
class EntityAliasAdmin(ReadOnlyAdmin):
    """Other names of entities."""

    list_display = ["alias", "canonical", "agent", "standing", "origin", "added_by", "added_at"]
    list_select_related = ["agent"]
    list_filter = ["standing"]
    search_fields = ["=alias_key", "=canonical_key"]


@admin.register(models.EntityEmbedding)
class EntityEmbeddingAdmin(ReadOnlyAdmin):
    """Which names have a vector."""

    list_display = ["entity", "agent", "model"]
    list_select_related = ["agent"]
    fields = ["agent", "entity", "model"]


@admin.register(models.MemoryEmbedding)
class MemoryEmbeddingAdmin(ReadOnlyAdmin):
    """Which memories have a vector."""

    list_display = ["memory", "agent", "model"]
    list_select_related = ["memory", "agent"]
    fields = ["memory", "agent", "model"]
    search_fields = ["=memory__id"]


@admin.register(models.GuardSighting)
class GuardSightingAdmin(ReadOnlyAdmin):
    """What the burst guard counted."""

    list_display = ["at", "agent", "origin", "memory"]
    list_select_related = ["agent", "memory"]
    fields = ["at", "agent", "origin", "origin_class", "memory"]
    search_fields = ["=memory__id", "=origin"]


@admin.register(models.Mistake)
class MistakeAdmin(ReadOnlyAdmin):
    """The notebook of mistakes, without their texts."""

    list_display = ["id", "agent", "category", "severity", "at", "resolved_at"]
    list_select_related = ["agent"]
    list_filter = ["category", "severity"]
    fields = [
        "id",
        "agent",
        "category",
        "severity",
        "origin",
        "origin_trust",
        "at",
        "resolved_at",
        "resolved_by",
        "rule",
    ]
    search_fields = ["=id"]


@admin.register(models.AccessLog)
class AccessLogAdmin(ReadOnlyAdmin):
    """Recalls."""

    list_display = ["at", "agent", "actor", "door", "query_digest"]
    list_select_related = ["agent"]


@admin.register(models.AccessHit)
class AccessHitAdmin(ReadOnlyAdmin):
    """Rows that recalls returned."""

    list_display = ["log", "memory", "rank", "version", "score"]
    list_select_related = ["log", "memory"]
    search_fields = ["=memory__id"]


@admin.register(models.AuditEvent)
class AuditEventAdmin(ReadOnlyAdmin):
    """The audit trail."""

    list_display = ["sequence", "at", "action", "actor", "door", "agent", "target"]
    search_fields = ["=target", "=actor", "=action"]


@admin.register(models.SourceBlock)
class SourceBlockAdmin(ReadOnlyAdmin):
    """Sources that are never learned from again."""

    list_display = ["at", "agent", "family", "digest", "up_to", "until", "plan"]
    list_select_related = ["agent"]
    list_filter = ["family"]
    search_fields = ["=digest", "=plan"]


@admin.register(models.ForgetPlan)
class ForgetPlanAdmin(ReadOnlyAdmin):
    """Plans to forget a source."""

    list_display = ["id", "agent", "status", "created_by", "created_at", "expires_at", "applied_at", "pending"]
    list_select_related = ["agent"]
    list_filter = ["status"]
    search_fields = ["=id"]


@admin.register(models.ForgetPlanItem)
class ForgetPlanItemAdmin(ReadOnlyAdmin):
    """Rows that a plan is about."""

    list_display = ["plan", "memory", "part", "depth", "others"]
    list_select_related = ["plan"]
    search_fields = ["=memory", "=plan__id"]


@admin.register(models.OriginRollback)
class OriginRollbackAdmin(ReadOnlyAdmin):
    """Origins that were taken back."""

    list_display = ["id", "agent", "origin", "by", "at", "undone_at"]
    list_select_related = ["agent"]
    search_fields = ["=id", "=origin"]


@admin.register(models.OriginRollbackItem)
class OriginRollbackItemAdmin(ReadOnlyAdmin):
    """What taking an origin back did to a row."""

    list_display = ["rollback", "memory", "part"]
    list_select_related = ["rollback"]
    search_fields = ["=memory", "=rollback__id"]


@admin.register(models.WikiPage)
class WikiPageAdmin(ReadOnlyAdmin):
    """Pages of the wiki, without their texts."""

    list_display = ["id", "space", "path", "standing", "trust", "filed", "updated_at"]
    list_filter = ["standing", "filed", "layer"]
    fields = ["id", "space", "path", "title", "layer", "trust", "origin", "standing", "revision", "filed", "updated_at"]
    search_fields = ["=id"]


@admin.register(models.WikiRevision)
class WikiRevisionAdmin(ReadOnlyAdmin):
    """Who saved which page when."""

    list_display = ["id", "page", "number", "standing", "action", "by", "at"]
    list_select_related = ["page"]
    list_filter = ["standing", "action"]
    fields = ["id", "page", "number", "base", "standing", "reason", "action", "path", "origin", "by", "door", "at"]
    search_fields = ["=id"]


@admin.register(models.WikiSource)
class WikiSourceAdmin(ReadOnlyAdmin):
    """Where pages were learned."""

    list_display = ["page", "kind", "session", "item", "sequence", "observed_at"]
    list_select_related = ["page"]
    list_filter = ["kind"]


@admin.register(models.WikiSpace)
class WikiSpaceAdmin(ReadOnlyAdmin):
    """How often each wiki was changed."""

    list_display = ["number", "changes"]


@admin.register(models.WikiLink)
class WikiLinkAdmin(ReadOnlyAdmin):
    """Which page links where."""

    list_display = ["source", "place", "target"]
    list_select_related = ["source"]


@admin.register(models.WikiRule)
class WikiRuleAdmin(ReadOnlyAdmin):
    """Who sees and writes which part of the wiki."""

    list_display = ["space", "path", "updated_by", "updated_at"]


@admin.register(models.WikiDraft)
class WikiDraftAdmin(ReadOnlyAdmin):
    """Who is writing what, without the texts."""

    list_display = ["user_id", "space", "path", "updated_at"]
    fields = ["user_id", "space", "path", "base", "updated_at"]


from knowledge import admin_life  # noqa: E402, F401 - the rest of the tables; it needs what is above
