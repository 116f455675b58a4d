"""The pages of jobs: timetable, what is under way, results, running now and looking first; administrators only."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone, translation
from django_q.models import OrmQ

from curation.job_reports import in_words
from knowledge.models import AuditEvent, Job, JobRun
from memoryhub import jobs
from tests.curation.pages import WRITING, queries_of, text_of
from tests.curation.queue_pages import notice

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _timetable(db):
    jobs.sync_schedules()
    jobs.beat()


def ran(name: str, state: str = "done", **more) -> JobRun:
    now = timezone.now()
    fields = {"asked_at": now, "started_at": now, "ended_at": now, "seconds": 0.5, "report": "3 rows", **more}
    return JobRun.objects.create(job_id=name, state=state, **fields)


def test_every_job_is_listed_with_its_last_run(as_alice):
    call_command("run_job", "tidy")
    ran("beat", "failed", report="It ended with an error; the log says more. (ValueError)")
    text = text_of(as_alice.get("/jobs/"))
    assert "0 links and 0 counts removed" in text
    assert "Failed" in text
    assert "(ValueError)" in text
    assert "What nobody can use any more goes." in text
    page = as_alice.get("/jobs/").content.decode()
    assert set(re.findall(r'href="/jobs/(\w+)/"', page)) == {one.key for one in jobs.SCHEDULES}
    assert "Under way" not in text
    assert 'hx-trigger="every 2s"' not in page
    assert "A run is missing" not in text


def test_what_is_under_way_is_shown_with_its_progress(as_alice):
    until = timezone.now() + timedelta(minutes=5)
    Job.objects.filter(name="tidy").update(leased_until=until)
    ran("tidy", "running", ended_at=None, seconds=None, report="", done=50, total=200)
    ran("beat", "waiting", started_at=None, ended_at=None, seconds=None, report="", dry_run=True)
    answer = as_alice.get("/jobs/")
    text = text_of(answer)
    assert "Under way" in text
    assert "50 of 200" in text
    assert "Waits for the worker Sign of life changes nothing" in text
    page = answer.content.decode()
    assert 'value="25"' in page
    assert 'hx-trigger="every 2s"' in page
    JobRun.objects.update(state="done", ended_at=timezone.now())
    after = as_alice.get("/jobs/", headers={"HX-Request": "true"}).content.decode()
    assert "Nothing is under way any more." in after
    assert 'hx-trigger="every 2s"' not in after


def test_a_job_is_run_now_and_looked_at_first(as_alice):
    done = as_alice.post("/jobs/trim_mistakes/run/", {"dry_run": "1"}, follow=True)
    assert notice(done) == "The worker looks what it would do; nothing is changed."
    assert done.redirect_chain == [("/jobs/trim_mistakes/", 302)]
    as_alice.post("/jobs/trim_mistakes/run/")
    as_alice.post("/jobs/trim_mistakes/run/")  # twice is once
    runs = list(JobRun.objects.order_by("pk").values_list("job_id", "dry_run", "asked_by", "state"))
    assert runs == [("trim_mistakes", True, "alice", "waiting"), ("trim_mistakes", False, "alice", "waiting")]
    assert OrmQ.objects.count() == 2
    assert AuditEvent.objects.filter(action="job.asked", target="trim_mistakes").count() == 2
    for run in JobRun.objects.order_by("pk"):
        jobs.run_asked(run.pk)
    text = text_of(as_alice.get("/jobs/trim_mistakes/"))
    assert "0 mistakes resolved over 30 days ago would be deleted" in text
    assert "0 mistakes resolved over 30 days ago deleted" in text
    assert "alice" in text


def test_what_cannot_be_looked_at_first_says_so(as_alice):
    page = as_alice.get("/jobs/tidy/").content.decode()
    assert 'name="dry_run"' not in page
    answer = as_alice.post("/jobs/tidy/run/", {"dry_run": "1"})
    assert answer.status_code == 400
    assert "This job cannot say beforehand what it would do" in text_of(answer)
    assert JobRun.objects.count() == 0
    assert as_alice.get("/jobs/nonsense/").status_code == 404
    assert as_alice.post("/jobs/nonsense/run/").status_code == 404


def test_an_overdue_job_is_named_here_and_on_the_overview(as_alice, as_bob):
    Job.objects.filter(name="tidy").update(last_done_at=timezone.now() - timedelta(days=5))
    assert "A run is missing: Clear sessions and old sign-in attempts" in text_of(as_alice.get("/jobs/"))
    assert "A run of this job is missing" in text_of(as_alice.get("/jobs/tidy/"))
    assert "Clear sessions and old sign-in attempts" in text_of(as_alice.get("/"))
    other = text_of(as_bob.get("/"))
    assert "Clear sessions" not in other
    assert "The jobs of this hub stand still. Tell an administrator." in other
    Job.objects.filter(name="tidy").update(last_done_at=timezone.now())
    assert "Tell an administrator" not in text_of(as_bob.get("/"))


def test_for_administrators_only(as_bob, as_charlie, stranger):
    for client, status in ((as_bob, 403), (as_charlie, 403), (stranger, 302)):
        assert client.get("/jobs/").status_code == status
        assert client.get("/jobs/tidy/").status_code == status
        assert client.post("/jobs/tidy/run/").status_code == status
    assert JobRun.objects.count() == 0
    assert "/jobs/" not in as_bob.get("/").content.decode()


def test_results_are_paged_and_texts_are_texts(as_alice):
    for n in range(35):
        ran("tidy", report=f"<script>alert({n})</script>", asked_by='"><img src=x>')
    first = as_alice.get("/jobs/tidy/").content.decode()
    assert first.count("alert(") == 30
    assert "<script>alert" not in first
    assert "<img src=x" not in first
    older = re.search(r'href="(\?before=\d+)"', first)
    assert older
    assert as_alice.get("/jobs/tidy/" + older.group(1)).content.decode().count("alert(") == 5
    assert as_alice.get("/jobs/tidy/?before=nonsense").status_code == 200
    assert as_alice.get("/jobs/tidy/?before=99999999999999999999999").status_code == 200


def test_looking_costs_the_same_and_writes_nothing(as_alice):
    few = len(queries_of(as_alice, "/jobs/"))
    for n in range(20):
        ran("tidy" if n % 2 else "beat")
        ran("trim_mistakes", "waiting", started_at=None, ended_at=None, dry_run=bool(n % 2))
    many = queries_of(as_alice, "/jobs/")
    assert len(many) == few <= 12, many
    assert [one for one in many if WRITING.match(one)] == []


REPORTS_OF_JOBS = [
    "1 memory closed at the end of life; 3 brought to a changed life time",
    "2 memories closed at the end of life; 2 back, closed by a clock that had gone ahead",
    "5 vectors made, 1 removed; there are more to make",
    "2 rules made or confirmed; 1 could not be stored",
    "Its process ended before it was done; the next run goes on.",
    "This job is running already; wait until it is done.",
    "It ended with an error; the log says more. (ValueError)",
]  # fmt: skip


@pytest.mark.parametrize("name", sorted(jobs.BY_KEY))
def test_what_a_job_says_is_said_in_japanese(name):
    said = [jobs.run_now(name=name).report]
    if jobs.BY_KEY[name].tells_before:
        said.append(jobs.run_now(name=name, dry_run=True).report)
    with translation.override("ja"):
        told = [in_words(one) for one in said]
    assert [one for one in told if re.search("[A-Za-z]{3}", one)] == []
    assert [sorted(re.findall(r"\d+", one)) for one in told] == [sorted(re.findall(r"\d+", one)) for one in said]


@pytest.mark.parametrize("report", REPORTS_OF_JOBS)
def test_whatever_a_run_ends_with_is_said_in_japanese_with_its_numbers(report):
    with translation.override("ja"):
        told = in_words(report)
    assert re.search("[ぁ-ん]", told)
    assert sorted(re.findall(r"\d+", told)) == sorted(re.findall(r"\d+", report))
    assert in_words(report) == report
    assert in_words("something new") == "something new"


@pytest.mark.parametrize(
    ("report", "english", "japanese"),
    [
        ("1 blocks", "1 block", "遮断 1 件"),
        ("5 blocks", "5 blocks", "遮断 5 件"),
        ("1 old versions deleted", "1 old version deleted", ""),
        ("1 requests closed, 21 reminders", "1 request closed, 21 reminders", ""),
        (
            "1 memories would go to the archive, 1 that were there for 90 days would be deleted",
            "1 memory would go to the archive, 1 that was there for 90 days would be deleted",
            "",
        ),
        ("1 plans wait for steps", "1 plan waits for steps", ""),
        ("11 memories closed at the end of life", "11 memories closed at the end of life", ""),
    ],
)
def test_one_thing_is_said_in_the_singular(report, english, japanese):
    assert in_words(report) == english
    with translation.override("ja"):
        said = in_words(report)
        assert said == japanese or (not japanese and re.search("[ぁ-ん]", said))
