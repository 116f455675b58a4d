// Single-key shortcuts from the table the page carries (#keymap). They act only when nobody is typing.
import { openDialog, countSelected } from "./ui.js";

const map = JSON.parse(document.getElementById("keymap")?.textContent ?? "[]");
const dialog = document.getElementById("shortcuts");
const enabled = dialog?.dataset.shortcuts !== "off";
const SEQUENCE_MS = 1200;

const byKeys = new Map();
for (const line of map) for (const keys of line.keys) byKeys.set(keys, line);
const leaders = new Set([...byKeys.keys()].filter((keys) => keys.includes(" ")).map((keys) => keys.split(" ")[0]));

let leader = "";
let leaderTimer = 0;

const visible = (element) => element.checkVisibility?.() ?? element.offsetParent !== null;

function typing(target) {
  if (!(target instanceof Element)) return false;
  if (target.closest("textarea, select, [contenteditable]:not([contenteditable=false])")) return true;
  return target.matches("input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])");
}

const items = () => [...document.querySelectorAll("[data-item]")].filter(visible);
function current() {
  const list = items();
  const active = document.activeElement?.closest("[data-item]") ?? document.querySelector("[data-item].is-current");
  return { list, index: active ? list.indexOf(active) : -1 };
}

function move(step) {
  const { list, index } = current();
  if (!list.length) return false;
  const next = list[Math.min(list.length - 1, Math.max(0, index === -1 ? (step > 0 ? 0 : list.length - 1) : index + step))];
  for (const item of list) item.classList.toggle("is-current", item === next);
  const handle = next.querySelector("[data-open]") ?? next;
  if (handle === next && !next.hasAttribute("tabindex")) next.tabIndex = -1;
  handle.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
  return true;
}

const actions = {
  help: () => openDialog(dialog),
  focus: (selector) => {
    const field = [...document.querySelectorAll(selector)].find(visible);
    if (!field) return false;
    field.focus();
    field.select?.();
    return true;
  },
  go: (address) => { location.assign(address); },
  move: (step) => move(Number(step)),
  open: () => {
    const { list, index } = current();
    if (index < 0) return false;
    if (document.activeElement?.matches("a, button, summary, input")) {
      if (!document.activeElement.matches("[data-open], [data-select]")) return false;
    }
    const link = list[index].querySelector("[data-open]");
    link?.click();
    return Boolean(link);
  },
  select: () => {
    const { list, index } = current();
    const box = index < 0 ? null : list[index].querySelector("[data-select]");
    if (!box) return false;
    box.click();
    countSelected();
    return true;
  },
  press: (key) => press(key),
};

function press(key) {
  const scope = current().list[current().index];
  const wanted = `[data-key="${CSS.escape(key)}"]`;
  // What belongs to one item of a list is pressed for the current one only.
  const elsewhere = [...document.querySelectorAll(wanted)].filter((element) => !element.closest("[data-item]"));
  const found = [...(scope?.querySelectorAll(wanted) ?? []), ...elsewhere.reverse()];
  const button = found.find((element) => !element.disabled && visible(element));
  button?.click();
  if (button || scope) return Boolean(button);
  // Nothing is marked yet: the key marks the first item it belongs to, and acts when pressed again.
  return items()[0]?.querySelector(wanted) ? move(1) : false;
}

document.addEventListener("keydown", (event) => {
  if (!enabled || event.isComposing || event.keyCode === 229 || event.defaultPrevented || event.repeat && !"jk".includes(event.key)) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    leader = "";
    if (typing(event.target) && event.target.matches("[data-search]")) event.target.blur();
    return;
  }
  if (typing(event.target) || document.querySelector("dialog[open]")) return;
  const onControl = event.target instanceof Element && event.target.matches("a, button, summary, input") && (event.key === "Enter" || event.key === " ");
  if (onControl) return;

  const keys = leader ? `${leader} ${event.key}` : event.key;
  leader = "";
  clearTimeout(leaderTimer);
  if (leaders.has(keys)) {
    leader = keys;
    leaderTimer = setTimeout(() => { leader = ""; }, SEQUENCE_MS);
    event.preventDefault();
    return;
  }
  const line = byKeys.get(keys);
  const done = line && line.action in actions ? actions[line.action](line.value) !== false : keys.length === 1 && press(keys);
  if (done) event.preventDefault();
});
