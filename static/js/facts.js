// Facts: sliders over the time axis, arrow keys in the list. The form asks the same without any of this.

const STEPS = 1000;
const PAUSE_MS = 90;
let timer = 0;

const picture = () => document.getElementById("picture");
const fieldOf = (slider) => document.getElementById(`id_${slider.dataset.slide}`);

function usable(zone) {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return zone;
  } catch {
    return undefined;
  }
}
const zone = () => usable(document.getElementById("id_zone")?.value.trim() || "UTC");

// The clock on the wall of the chosen zone, as a field of date and time takes it.
function wallClock(moment) {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone(), hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit",
  }).formatToParts(new Date(moment));
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${part.year.padStart(4, "0")}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`;
}

function spoken(moment, span) {
  const days = span / 86400000;
  return new Intl.DateTimeFormat(document.documentElement.lang, {
    timeZone: zone(), dateStyle: "medium", ...(days < 400 ? { timeStyle: days < 2 ? "medium" : "short" } : {}),
  }).format(new Date(moment));
}

function axis() {
  const { from, until, present } = picture().dataset;
  return { from: Number(from), span: Math.max(1, Number(until) - Number(from)), present: Number(present) };
}

// A thumb within half a step of the present means the present: nothing is asked.
function momentOf(slider) {
  const { from, span, present } = axis();
  const moment = Math.round(from + (span * slider.valueAsNumber) / STEPS);
  const isNow = Math.abs(moment - present) <= span / STEPS / 1.9 || (slider.dataset.slide === "known" && moment > present);
  return isNow ? null : moment;
}

function say(slider, moment) {
  const text = moment === null ? slider.dataset.now : spoken(moment, axis().span);
  slider.parentElement.querySelector("output").textContent = text;
  slider.setAttribute("aria-valuetext", text);
}

function placeSliders() {
  if (!picture()) return;
  const { from, span, present } = axis();
  for (const slider of document.querySelectorAll("[data-slide]")) {
    if (slider === document.activeElement) continue;
    const asked = picture().dataset[slider.dataset.slide];
    const moment = asked === "" ? null : Number(asked);
    slider.value = String(Math.round((((moment ?? present) - from) / span) * STEPS));
    say(slider, moment);
  }
}

document.addEventListener("input", (event) => {
  const slider = event.target instanceof Element && event.target.closest("[data-slide]");
  if (!slider) return;
  const moment = momentOf(slider);
  say(slider, moment);
  fieldOf(slider).value = moment === null ? "" : wallClock(moment);
  const form = slider.closest("form");
  // Where a thumb passes by is no place to come back to: the address follows, the history does not grow.
  form.removeAttribute("hx-push-url");
  form.setAttribute("hx-replace-url", "true");
  clearTimeout(timer);
  timer = setTimeout(() => htmx.trigger(form, "moved"), PAUSE_MS);
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "moments") return;
  event.target.removeAttribute("hx-replace-url");
  event.target.setAttribute("hx-push-url", "true");
}, true);

document.addEventListener("htmx:afterSettle", placeSliders);
window.addEventListener("pageshow", placeSliders);
placeSliders();

document.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const target = event.target instanceof Element ? event.target : null;
  const links = [...document.querySelectorAll(".facts-list [data-open]")];
  const search = document.querySelector("[data-search]");
  const place = target === search ? -1 : links.indexOf(target);
  if (!links.length || (target !== search && place < 0)) return;
  const next = place + step;
  if (next < -1 || next >= links.length) return;
  event.preventDefault();
  (next === -1 ? search : links[next]).focus();
});
