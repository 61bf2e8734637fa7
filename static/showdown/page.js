// Improvements for every page: copy, share and print buttons, upload progress, menus, content that
// loads when it is unfolded, and offline pages.

import { describeUnreachable, readError, refreshTokens } from "./requests.js";

const COPY_BUTTONS = "[data-copy], [data-copy-text], [data-share]";
const BUTTONS = `${COPY_BUTTONS}, [data-print]`;

async function copy(button) {
  const element = document.getElementById(button.dataset.copyText);
  const text = "copyText" in button.dataset
    ? element?.textContent ?? location.href
    : new URL(button.dataset.copy, location.href).href;
  try {
    await navigator.clipboard.writeText(text);
    showBriefly(button, "Copied");
  } catch {
    showBriefly(button, "Your browser didn't allow it");
  }
}

// Share the address of the stored deal, or else of the spot on the table. If the system can't share,
// copy the address.
async function share(button) {
  const permanentLink = document.querySelector("[data-permanent]")?.href;
  const url = permanentLink ?? location.href;
  const text = document.getElementById("ruling-text")?.textContent;
  const title = document.querySelector(".headline")?.textContent ?? button.dataset.title;
  try {
    if (navigator.share) await navigator.share({ title, text, url });
    else await navigator.clipboard.writeText(url);
    if (!navigator.share) showBriefly(button, "Copied");
  } catch (error) {
    if (error.name !== "AbortError") prompt("Copy this link:", url);
  }
}

function showBriefly(button, text) {
  const previous = button.textContent;
  if (previous === text) return;
  button.textContent = text;
  setTimeout(() => { button.textContent = previous; }, 2000);
}

let currentUpload = null;
function uploadWithProgress(form) {
  const progress = form.querySelector("[data-upload-progress]");
  const errorMessage = form.querySelector("[data-upload-error]");
  const button = form.querySelector("button");
  currentUpload?.abort(); // another file was chosen
  const request = currentUpload = new XMLHttpRequest();
  const showError = ({ sentence, links = [] }) => {
    progress.hidden = true;
    errorMessage.replaceChildren(sentence, " ", ...links);
    errorMessage.hidden = false;
    button.disabled = false;
  };
  errorMessage.hidden = true;
  progress.hidden = false;
  button.disabled = true;
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) progress.querySelector("progress").value = event.loaded / event.total;
  });
  request.addEventListener("error", () => showError(describeUnreachable()));
  request.addEventListener("load", () => {
    if (request.status < 400) {
      location.assign(request.responseURL);
      return;
    }
    const type = request.getResponseHeader("Content-Type");
    showError(readError(request.status, type, request.responseText));
  });
  request.open("POST", form.action);
  refreshTokens(form);
  request.send(new FormData(form));
  const field = form.querySelector("[data-starts-upload]");
  if (field) field.value = ""; // choosing the same file again starts another upload
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
  uploadWithProgress(event.target);
});
document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-starts-upload]") && target.files.length) target.form.requestSubmit();
});

// Close the open menu on any click, except on fields, and on copy buttons, which show “Copied”.
document.addEventListener("click", (event) => {
  const menu = document.querySelector("[data-menu][open]");
  if (menu && !event.target.closest(`summary, input, select, ${COPY_BUTTONS}`)) menu.open = false;
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

// When a <details> is opened, load its content once, from the address of its placeholder link.
document.addEventListener("toggle", async ({ target }) => {
  const section = target.open && target.querySelector(":scope > [data-unfolds]");
  if (!section) return;
  const { loadUnfolded } = await import("./page_parts.js");
  loadUnfolded(section);
}, true);

// Register the service worker and make it cache the rules for offline use, unless the browser saves data.
async function registerWorker(address) {
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
  const whenIdle = window.requestIdleCallback ?? ((callback) => setTimeout(callback, 1000));
  addEventListener("load", () => whenIdle(() => registerWorker(worker.content).catch(() => {})));
}
if (document.querySelector("[data-offline]")) addEventListener("online", () => location.reload());
