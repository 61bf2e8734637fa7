// Improvements for every page: copying, sharing a ruling (or copying its address where the system
// can't share), printing, and the progress of uploads.

import { errorSentence, refreshTokens, unreachable } from "./requests.js";

const COPYING = "[data-copy], [data-copy-text], [data-share]";
const BUTTONS = `${COPYING}, [data-print]`;

async function copy(button) {
  const text = document.getElementById(button.dataset.copyText);
  const copied = "copyText" in button.dataset
    ? text?.textContent ?? location.href
    : new URL(button.dataset.copy, location.href).href;
  try {
    await navigator.clipboard.writeText(copied);
    showOn(button, "Copied");
  } catch {
    showOn(button, "Your browser didn’t allow it");
  }
}

// The address of the stored deal, or else of the spot on the table.
async function share(button) {
  const stored = document.querySelector("[data-permanent]")?.href;
  const url = stored ?? location.href;
  const text = document.getElementById("ruling-text")?.textContent;
  const title = document.querySelector(".headline")?.textContent ?? button.dataset.title;
  try {
    if (navigator.share) await navigator.share({ title, text, url });
    else await navigator.clipboard.writeText(url);
    if (!navigator.share) showOn(button, "Copied");
  } catch (error) {
    if (error.name !== "AbortError") prompt("Copy this link:", url);
  }
}

function showOn(button, words) {
  const before = button.textContent;
  if (before === words) return;
  button.textContent = words;
  setTimeout(() => { button.textContent = before; }, 2000);
}

function upload(form) {
  const progress = form.querySelector("[data-upload-progress]");
  const notice = form.querySelector("[data-upload-error]");
  const button = form.querySelector("button");
  const request = new XMLHttpRequest();
  const refuse = (words) => {
    progress.hidden = true;
    notice.textContent = words;
    notice.hidden = false;
    button.disabled = false;
  };
  notice.hidden = true;
  progress.hidden = false;
  button.disabled = true;
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) progress.querySelector("progress").value = event.loaded / event.total;
  });
  request.addEventListener("error", () => refuse(unreachable().words));
  request.addEventListener("load", () => {
    if (request.status < 400) {
      location.assign(request.responseURL);
      return;
    }
    const type = request.getResponseHeader("Content-Type");
    refuse(errorSentence(request.status, type, request.responseText));
    const answer = new DOMParser().parseFromString(request.responseText, "text/html");
    const underWay = answer.querySelector("[data-under-way]"); // links to the files to wait for
    if (underWay) notice.append(" ", ...underWay.childNodes);
  });
  request.open("POST", form.action);
  refreshTokens(form);
  request.send(new FormData(form));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest(BUTTONS);
  if (!button) return;
  if ("print" in button.dataset) print();
  else if ("share" in button.dataset) share(button);
  else copy(button);
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-upload]")) return;
  event.preventDefault();
  upload(event.target);
});

// Close an open menu, except while it confirms a copy.
document.addEventListener("click", (event) => {
  const menu = document.querySelector("[data-menu][open]");
  if (menu && !event.target.closest(`summary, input, select, ${COPYING}`)) menu.open = false;
});
document.addEventListener("focusout", ({ target, relatedTarget }) => {
  const menu = target.closest("[data-menu][open]");
  if (menu && relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  const menu = document.querySelector("[data-menu][open]");
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// Load unfolded content once, from the address of the link that stands for it.
document.addEventListener("toggle", async ({ target }) => {
  const section = target.open && target.querySelector(":scope > [data-unfolds]");
  if (!section) return;
  const { unfold } = await import("./parts.js");
  unfold(section);
}, true);

// When this page is idle, ask the service worker to cache pages for offline use.

async function register(address) {
  await navigator.serviceWorker.register(address);
  if (navigator.connection?.saveData) return;
  const cacheRules = (worker) => worker?.postMessage("cache the rules");
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    cacheRules(navigator.serviceWorker.controller);
  });
  cacheRules((await navigator.serviceWorker.ready).active);
}

const worker = document.querySelector("meta[name=worker]");
if (worker && "serviceWorker" in navigator) {
  const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 1000));
  addEventListener("load", () => idle(() => register(worker.content).catch(() => {})));
}
if (document.querySelector("[data-offline]")) addEventListener("online", () => location.reload());
