// Dialogs, menus, copy buttons, selection, and the manners of requests: nothing is sent twice, nothing typed is lost.
// Everything here only smooths what plain forms and links already do.

const root = document.documentElement;
root.classList.add("js");

const words = document.getElementById("ui-words")?.dataset ?? {};
const openers = new WeakMap();

export function announce(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}

export function openDialog(dialog, opener) {
  if (!dialog || dialog.open) return;
  openers.set(dialog, opener ?? document.activeElement);
  dialog.showModal();
}

// --- time zone: told once, so that the server can write times the viewer's way --------------------
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && /^[\w+\-/]+$/.test(zone) && !/(?:^|; )hub-zone=/.test(document.cookie)) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `hub-zone=${zone}; path=/; max-age=34560000; samesite=lax${secure}`;
}

// --- clicks ----------------------------------------------------------------------------------------
document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return;

  const opener = target.closest("[data-dialog]");
  if (opener) {
    openDialog(document.getElementById(opener.dataset.dialog), opener);
    return;
  }
  const closer = target.closest("[data-close]");
  if (closer) {
    closer.closest("dialog")?.close();
    return;
  }
  if (target instanceof HTMLDialogElement && target.open) {
    const box = target.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!inside) target.close();
  }
  const copy = target.closest("[data-copy]");
  if (copy) {
    navigator.clipboard?.writeText(copy.dataset.copy).then(() => {
      copy.classList.add("is-done");
      announce(words.copied ?? "");
      setTimeout(() => copy.classList.remove("is-done"), 1600);
    });
  }
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (!menu.contains(target)) menu.open = false;
  }
});

document.addEventListener("close", (event) => {
  if (!(event.target instanceof HTMLDialogElement)) return;
  const opener = openers.get(event.target);
  if (opener?.isConnected) opener.focus();
}, true);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.isComposing) return;
  const menu = event.target instanceof Element ? event.target.closest("details[data-menu][open]") : null;
  if (menu) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
    event.stopPropagation();
  }
});

// Enter that ends a Japanese or Chinese conversion never sends a form.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.isComposing || event.keyCode === 229)) event.stopImmediatePropagation();
}, true);

// --- forms: ask first where asked to, and send once ------------------------------------------------
let confirmed = null;

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  const question = button?.dataset.confirm ?? form.dataset.confirm;
  if (question && confirmed !== form) {
    event.preventDefault();
    event.stopImmediatePropagation();
    ask(question, button, form, () => {
      confirmed = form;
      form.requestSubmit(button ?? undefined);
      confirmed = null;
    });
    return;
  }
  if (form.matches("[data-theme-form]") && button) {
    event.preventDefault();
    pinTheme(form, button);
    return;
  }
  if (form.method === "post" && !form.closest("[hx-boost]") && !form.hasAttribute("hx-post")) {
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "1";
    button?.classList.add("is-busy");
  }
}, true);

// Coming back by the back button: the form may be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  for (const button of document.querySelectorAll(".is-busy")) button.classList.remove("is-busy");
});

function ask(question, button, holder, yes) {
  const dialog = document.getElementById("confirm");
  const said = { ...holder.dataset, ...button?.dataset };
  if (!dialog) {
    yes();
    return;
  }
  dialog.querySelector("h2").textContent = question;
  dialog.querySelector("[data-detail]").textContent = said.confirmDetail ?? "";
  const go = dialog.querySelector("[data-yes]");
  go.textContent = said.confirmAction || button?.textContent.trim() || words.yes;
  go.onclick = () => {
    go.onclick = null;
    dialog.close();
    yes();
  };
  openDialog(dialog, button);
}

function pinTheme(form, button) {
  const data = new FormData(form, button);
  if (button.value === "system") delete root.dataset.theme;
  else root.dataset.theme = button.value;
  for (const other of form.querySelectorAll("[aria-pressed]")) other.setAttribute("aria-pressed", String(other === button));
  fetch(form.action, { method: "POST", body: data, redirect: "manual", credentials: "same-origin" });
}

// --- htmx: questions, one request at a time, focus and announcement --------------------------------
document.addEventListener("htmx:confirm", (event) => {
  const element = event.detail.elt;
  const button = event.detail.triggeringEvent?.submitter ?? element;
  const question = element.dataset?.confirm;
  if (!question || element instanceof HTMLFormElement) return;
  event.preventDefault();
  ask(question, button, element, () => event.detail.issueRequest(true));
});

let running = 0;
document.addEventListener("htmx:beforeRequest", (event) => {
  running += 1;
  root.classList.add("is-loading");
  const element = event.detail.elt;
  const buttons = element.matches("form") ? element.querySelectorAll("button[type=submit], button:not([type])") : element.matches("button") ? [element] : [];
  if (element.matches("form[method=get]")) return;
  for (const button of buttons) {
    if (!button.disabled) {
      button.disabled = true;
      button.dataset.held = "1";
    }
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  running = Math.max(0, running - 1);
  if (running === 0) root.classList.remove("is-loading");
  const element = event.detail.elt;
  for (const button of [element, ...element.querySelectorAll("[data-held]")]) {
    if (button.dataset?.held) {
      button.disabled = false;
      delete button.dataset.held;
    }
  }
});
document.addEventListener("htmx:beforeSwap", (event) => {
  // A search that is still being composed is not answered over the fingers.
  if (root.dataset.composing && event.detail.requestConfig.elt.matches("[data-live-search]")) event.detail.shouldSwap = false;
});
document.addEventListener("htmx:afterSettle", (event) => {
  const scope = event.detail.elt;
  const target = scope.matches?.("[data-focus]") ? scope : scope.querySelector?.("[data-focus]");
  if (target && !document.activeElement?.matches("input, textarea, select")) {
    if (!target.hasAttribute("tabindex") && !target.matches("a, button, input, select, textarea, summary")) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }
  const said = scope.querySelector?.("[data-announce]") ?? (scope.matches?.("[data-announce]") ? scope : null);
  if (said) announce(said.dataset.announce);
  countSelected();
});
document.addEventListener("compositionstart", () => { root.dataset.composing = "1"; });
document.addEventListener("compositionend", (event) => {
  delete root.dataset.composing;
  if (event.target instanceof Element && event.target.matches("[data-search]")) event.target.dispatchEvent(new Event("input", { bubbles: true }));
});
document.addEventListener("htmx:configRequest", (event) => {
  if (root.dataset.composing && event.detail.elt.matches("[data-live-search]")) event.preventDefault();
  // Empty fields say nothing, so the address stays short.
  if (event.detail.verb === "get" && event.detail.elt.matches("form")) {
    for (const [key, value] of [...event.detail.formData.entries()]) if (value === "") event.detail.formData.delete(key);
  }
});

// --- selection: one by one, a range with Shift, all on the page -------------------------------------
let lastPicked = null;

document.addEventListener("click", (event) => {
  const box = event.target instanceof HTMLInputElement ? event.target : null;
  if (!box) return;
  if (box.matches("[data-select-all]")) {
    for (const other of document.querySelectorAll("[data-select]")) other.checked = box.checked;
  } else if (box.matches("[data-select]")) {
    if (event.shiftKey && lastPicked?.isConnected) {
      const all = [...document.querySelectorAll("[data-select]")];
      const [from, to] = [all.indexOf(lastPicked), all.indexOf(box)].sort((a, b) => a - b);
      for (const other of all.slice(from, to + 1)) other.checked = box.checked;
    }
    lastPicked = box;
  } else return;
  countSelected();
});

export function countSelected() {
  const all = document.querySelectorAll("[data-select]");
  const picked = [...all].filter((box) => box.checked);
  for (const box of all) box.closest("[data-item]")?.classList.toggle("is-selected", box.checked);
  for (const bar of document.querySelectorAll("[data-bulk]")) {
    bar.dataset.count = String(picked.length);
    for (const place of bar.querySelectorAll("[data-count-here]")) place.textContent = String(picked.length);
  }
  for (const box of document.querySelectorAll("[data-select-all]")) {
    box.checked = all.length > 0 && picked.length === all.length;
    box.indeterminate = picked.length > 0 && picked.length < all.length;
  }
}
countSelected();
