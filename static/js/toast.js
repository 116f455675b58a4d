// Notices: stay long enough to act on, wait while they are looked at, and never appear without words.

const words = document.getElementById("ui-words")?.dataset ?? {};
const LIFE = { success: 12000, info: 8000, warning: 15000, error: 0 }; // 0: stays until dismissed
const list = document.getElementById("toasts");
const timers = new WeakMap();

function start(toast) {
  const life = LIFE[toast.dataset.toast] ?? 8000;
  clearTimeout(timers.get(toast));
  if (life) timers.set(toast, setTimeout(() => toast.remove(), life));
}
const stop = (toast) => clearTimeout(timers.get(toast));

function adopt(toast) {
  if (toast.dataset.adopted) return;
  toast.dataset.adopted = "1";
  for (const name of ["pointerenter", "focusin"]) toast.addEventListener(name, () => stop(toast));
  for (const name of ["pointerleave", "focusout"]) toast.addEventListener(name, () => start(toast));
  start(toast);
}

export function showError(text, retry) {
  const toast = document.getElementById("toast-error").content.firstElementChild.cloneNode(true);
  toast.querySelector(".text").textContent = text;
  if (retry) {
    const button = document.getElementById("toast-retry").content.firstElementChild.cloneNode(true);
    button.addEventListener("click", () => {
      toast.remove();
      retry();
    });
    toast.querySelector(".actions").prepend(button);
  }
  list.append(toast);
}

if (list) {
  new MutationObserver(() => list.querySelectorAll("[data-toast]").forEach(adopt)).observe(list, { childList: true });
  list.querySelectorAll("[data-toast]").forEach(adopt);
  list.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-dismiss]")) event.target.closest("[data-toast]").remove();
  });
  // An undo that was sent takes its notice away: the answer brings a new one.
  list.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) event.target.closest?.("[data-toast]")?.remove();
  });
}

function again(event) {
  const { elt, requestConfig } = event.detail;
  if (!elt?.isConnected) return null;
  if (elt instanceof HTMLFormElement) return () => elt.requestSubmit();
  return () => htmx.ajax(requestConfig.verb.toUpperCase(), requestConfig.path, { source: elt, target: requestConfig.target });
}

document.addEventListener("htmx:responseError", (event) => {
  const status = event.detail.xhr.status;
  const said = event.detail.xhr.getResponseHeader("X-Hub-Message");
  const text = said ? decodeURIComponent(said)
    : status === 401 ? words.signin
    : status === 403 ? words.refused
    : status === 404 || status === 410 ? words.gone
    : status === 429 || status === 503 ? words.busy
    : words.failed;
  showError(text, status >= 500 || status === 429 ? again(event) : null);
});
for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, (event) => showError(words.offline, again(event)));
}
