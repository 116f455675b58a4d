// The queue: the next card after a decision, the panel for a reason, and news asked for now and then. Forms do the rest.
import { countSelected } from "./ui.js";

const CALM_MS = 350; // a second click that was meant for the card before decides nothing
const NEWS_MS = 20000;
const MOST_NOTICES = 3;
let lastSwap = 0;
let place = -1;
let picked = new Set();

const cards = () => [...document.querySelectorAll("#queue [data-item]")];

function focusCard(card) {
  if (!card) return;
  for (const other of cards()) other.classList.toggle("is-current", other === card);
  card.querySelector("[data-open]")?.focus({ preventScroll: true });
  card.scrollIntoView({ block: "nearest" });
}

// --- after a decision the card that takes its place is the current one; ticks stay --------------------
document.addEventListener("htmx:beforeRequest", (event) => {
  if (!(event.detail.target instanceof Element) || event.detail.target.id !== "queue") return;
  const card = event.detail.elt.closest("[data-item]");
  place = card ? cards().indexOf(card) : -1;
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "queue") return;
  picked = new Set([...document.querySelectorAll("#queue [data-select]:checked")].map((box) => box.value));
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target.id !== "queue") return;
  lastSwap = performance.now();
  for (const box of document.querySelectorAll("#queue [data-select]")) box.checked = picked.has(box.value);
  countSelected();
  const old = [...document.querySelectorAll("#toasts [data-toast]:has(form)")];
  for (const notice of old.slice(0, Math.max(0, old.length - MOST_NOTICES))) notice.remove();
  if (place < 0) return;
  const list = cards();
  if (list.length) focusCard(list[Math.min(place, list.length - 1)]);
  else document.querySelector("#queue .empty a")?.focus();
  place = -1;
});

// A key pressed twice finds its button held while the first is on its way; a second click would meet the next card's.
document.addEventListener("click", (event) => {
  if (!event.detail || !(event.target instanceof Element) || !event.target.closest("#queue [data-item] button")) return;
  if (performance.now() - lastSwap > CALM_MS) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// --- the panel for a reason ---------------------------------------------------------------------------
// Opened at once, not when the browser gets to it: whoever types right after the key types into the field.
document.addEventListener("click", (event) => {
  const summary = event.target instanceof Element ? event.target.closest("[data-panel] > summary") : null;
  if (!summary) return;
  event.preventDefault();
  const panel = summary.parentElement;
  for (const other of document.querySelectorAll("[data-panel][open]")) if (other !== panel) other.open = false;
  panel.open = true;
  panel.querySelector("[data-first]")?.focus({ preventScroll: true });
  panel.scrollIntoView({ block: "nearest" });
});

function closePanel(panel) {
  panel.open = false;
  const card = panel.closest("[data-item]");
  if (card) focusCard(card);
  else panel.querySelector("summary").focus();
}
document.addEventListener("click", (event) => {
  const cancel = event.target instanceof Element ? event.target.closest("[data-cancel]") : null;
  if (cancel) closePanel(cancel.closest("[data-panel]"));
});

document.addEventListener("keydown", (event) => {
  const panel = event.target instanceof Element ? event.target.closest("[data-panel][open]") : null;
  if (!panel || event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    closePanel(panel);
    event.stopPropagation();
  } else if (event.target.matches("[data-first]") && event.target.value === "") {
    const quick = panel.querySelector(`[data-quick="${CSS.escape(event.key)}"]`);
    if (!quick || event.repeat) return;
    event.preventDefault();
    quick.click();
  }
});

// --- news, only while somebody looks, and nothing is sent when nothing has changed -----------------------
setInterval(() => {
  const queue = document.querySelector("#queue[data-news]");
  if (!queue || document.hidden || document.documentElement.classList.contains("is-loading")) return;
  htmx.ajax("GET", queue.dataset.news, { target: "#queue-news", swap: "outerHTML" });
}, NEWS_MS);
