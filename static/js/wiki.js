// The editor: drafts that outlive a session, a preview beside the text, saving by keys. Without it a plain form does all.
import { announce } from "./ui.js";
import { showError } from "./toast.js";

const QUIET = 900; // milliseconds without a key before a draft is kept
const DRAWN = 400;

let form = null;
let state = null; // what was last kept or saved, as one text
let dirty = false;
let timer = 0;
let drawing = 0;
let busy = false;
let named = ""; // where the draft of a page without an address is kept

const main = () => form.querySelector("[data-main]");
const tell = (text) => { if (form) form.querySelector("[data-state]").textContent = text; };
const content = (data) => [...data].filter(([key]) => !["csrfmiddlewaretoken", "act"].includes(key)).map(([key, value]) => `${key}=${value}`).join("\n");

function begin() {
  const found = document.querySelector("form[data-editor]");
  if (found === form) return;
  form = found;
  if (!form) return;
  dirty = false;
  state = content(new FormData(form));
  if (form.querySelector("#preview:not([hidden])")) draw();
}

// A part of a page that came back takes the place of the part that is shown; nothing of it is ever run.
function take(html, selector) {
  const part = new DOMParser().parseFromString(html, "text/html").querySelector(selector);
  const here = document.querySelector(selector);
  if (!part || !here) return false;
  here.replaceWith(document.adoptNode(part));
  return true;
}

const signedOut = (answer) => answer.type === "opaqueredirect";
const post = (address, data, more = {}) => fetch(address, { method: "POST", body: data, redirect: "manual", credentials: "same-origin", headers: { "HX-Request": "true" }, ...more });

// --- drafts --------------------------------------------------------------------------------------------
function changed() {
  dirty = content(new FormData(form)) !== state;
  clearTimeout(timer);
  if (dirty) timer = setTimeout(keep, QUIET);
  if (form.querySelector("[data-preview]").ariaPressed === "true") {
    clearTimeout(drawing);
    drawing = setTimeout(draw, DRAWN);
  }
}
// A new page has no address yet: its draft stands under the path, the title or the first words, whichever is there first.
function draftAddress() {
  if (form.dataset.draft || named) return form.dataset.draft || named;
  const path = form.elements.path?.value.trim();
  const words = form.elements.title?.value || main().value.trim().split("\n")[0];
  const name = path?.endsWith(".md") ? path : `${words.replace(/[\\/<>:"|?*#^[\]\p{C}]+/gu, " ").trim().slice(0, 60).replace(/^[._ ]+|[. ]+$/g, "")}.md`;
  if (name === ".md") return "";
  const agent = new URL(form.action).searchParams.get("agent");
  named = `/wiki/draft/${name.split("/").map(encodeURIComponent).join("/")}${agent ? `?agent=${encodeURIComponent(agent)}` : ""}`;
  return named;
}
function forget() {
  if (!named) return;
  const data = new FormData();
  data.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  data.set("act", "drop");
  navigator.sendBeacon(named, data);
}
async function keep() {
  if (!form) return;
  const address = draftAddress();
  if (!address || busy) return;
  const data = new FormData(form);
  const said = content(data);
  try {
    const answer = await post(address, data);
    if (signedOut(answer)) tell(form?.dataset.out);
    else if (answer.ok) {
      state = said;
      if (!form) return;
      dirty = content(new FormData(form)) !== state;
      tell(form.dataset.kept);
    } else tell(form?.dataset.unkept);
  } catch {
    tell(form?.dataset.unkept);
  }
}
// A tab that is closed in mid-word sends what it has; the form's own token goes along.
window.addEventListener("pagehide", () => {
  if (form && dirty && !busy && draftAddress()) navigator.sendBeacon(draftAddress(), new FormData(form));
});
window.addEventListener("beforeunload", (event) => {
  if (form && dirty && !busy) event.preventDefault();
});

// --- preview -------------------------------------------------------------------------------------------
async function draw() {
  if (!form) return;
  const data = new FormData(form);
  try {
    const answer = await post(form.dataset.previewHref, data);
    if (answer.ok) take(await answer.text(), "#preview");
  } catch { /* the text is what counts; the next key tries again */ }
}

// --- saving --------------------------------------------------------------------------------------------
async function save(again = true) {
  if (busy) return;
  busy = true;
  clearTimeout(timer);
  const buttons = form.querySelectorAll("button");
  for (const button of buttons) button.disabled = true;
  const data = new FormData(form);
  data.set("act", "save");
  let done = false;
  try {
    const answer = await post(form.action, data);
    const to = answer.headers.get("HX-Redirect");
    if (to) {
      forget();
      done = true;
      dirty = false;
      location.assign(to);
    } else if (signedOut(answer)) complain(form.dataset.out);
    else if (answer.status === 403 && again) {
      const token = await freshToken();
      if (!token) complain(token === "" ? form.dataset.out : said(answer) || form.dataset.failed);
      else {
        form.elements.csrfmiddlewaretoken.value = token;
        busy = false;
        return await save(false);
      }
    } else if ([200, 409, 422].includes(answer.status) && take(await answer.text(), "#editor")) {
      dirty = false;
      begin();
      dirty = true;
      const notice = document.querySelector("#editor [data-focus]");
      if (notice) {
        notice.tabIndex = -1;
        notice.focus();
        announce(notice.textContent);
      }
    } else complain(said(answer) || form.dataset.failed);
  } catch {
    complain(form.dataset.failed);
  } finally {
    if (!done) busy = false;
    for (const button of buttons) button.disabled = false;
  }
}
const said = (answer) => decodeURIComponent(answer.headers.get("X-Hub-Message") ?? "");
function complain(text) {
  tell(text);
  showError(text, () => save());
}
// Signing in again in another tab gives a new token: the page that is asked for anew holds it. Empty: nobody is signed in.
async function freshToken() {
  const answer = await fetch(location.href, { redirect: "manual", credentials: "same-origin" });
  if (signedOut(answer)) return "";
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("form[data-editor] [name=csrfmiddlewaretoken]");
  return found?.value ?? null;
}

// --- listening -----------------------------------------------------------------------------------------
document.addEventListener("input", (event) => { if (form?.contains(event.target)) changed(); });
document.addEventListener("change", (event) => { if (form?.contains(event.target)) changed(); });
document.addEventListener("submit", (event) => {
  if (event.target !== form) return;
  const act = event.submitter?.value ?? "save";
  if (act === "preview") {
    event.preventDefault();
    event.stopImmediatePropagation();
    const button = form.querySelector("[data-preview]");
    const shown = button.ariaPressed !== "true";
    button.ariaPressed = String(shown);
    if (shown) draw();
    else form.querySelector("#preview").hidden = true;
  } else if (act === "save") {
    event.preventDefault();
    event.stopImmediatePropagation();
    save();
  } else {
    busy = true; // the other view of the same text: nothing is left behind
  }
}, true);
document.addEventListener("keydown", (event) => {
  if (!form || event.isComposing || event.keyCode === 229) return;
  const inside = form.contains(event.target);
  const saves = (event.ctrlKey || event.metaKey) && !event.altKey && (event.key.toLowerCase() === "s" || (event.key === "Enter" && inside));
  if (saves) {
    event.preventDefault();
    save();
  } else if (event.key === "Enter" && inside && event.target.matches("input")) {
    // Enter in a field goes on to the text; it never saves, whatever an input method makes of it.
    event.preventDefault();
    main().focus();
  } else if (event.key === "Escape" && inside && !document.querySelector("dialog[open]")) {
    location.assign(form.dataset.cancel); // asks first where something is typed
  }
});
window.addEventListener("pageshow", () => { busy = false; });
begin();
