// What every page can do a little better with JavaScript: copying, and seeing an upload progress.

import { refreshTokens, unreachable, wordsOf } from "./requests.js";

function offerCopying(root) {
  for (const button of root.querySelectorAll("[data-copy], [data-copy-text]")) button.hidden = false;
}

async function copy(button) {
  const text = document.getElementById(button.dataset.copyText);
  const said = "copyText" in button.dataset
    ? text?.textContent ?? location.href
    : new URL(button.dataset.copy, location.href).href;
  const words = button.textContent;
  try {
    await navigator.clipboard.writeText(said);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Your browser didn’t allow it";
  }
  setTimeout(() => { button.textContent = words; }, 2000);
}

function upload(form) {
  const progress = form.querySelector("[data-upload-progress]");
  const said = form.querySelector("[data-upload-said]");
  const button = form.querySelector("button");
  const request = new XMLHttpRequest();
  const refuse = (words) => {
    progress.hidden = true;
    said.textContent = words;
    said.hidden = false;
    button.disabled = false;
  };
  said.hidden = true;
  progress.hidden = false;
  button.disabled = true;
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) progress.querySelector("progress").value = event.loaded / event.total;
  });
  request.addEventListener("error", () => refuse(unreachable(form).words));
  request.addEventListener("load", () => {
    if (request.status < 400) {
      location.assign(request.responseURL);
      return;
    }
    const type = request.getResponseHeader("Content-Type");
    refuse(wordsOf(request.status, type, request.responseText));
  });
  request.open("POST", form.action);
  refreshTokens(form);
  request.send(new FormData(form));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-copy-text]");
  if (button) copy(button);
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-upload]")) return;
  event.preventDefault();
  upload(event.target);
});
document.addEventListener("htmx:load", (event) => offerCopying(event.target));
offerCopying(document);

// Pages that open without a line: a worker keeps them, once this one has nothing else to do.

async function keepAtHand(address) {
  await navigator.serviceWorker.register(address);
  if (navigator.connection?.saveData) return;
  const keepRules = (worker) => worker?.postMessage("keep the rules");
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    keepRules(navigator.serviceWorker.controller);
  });
  keepRules((await navigator.serviceWorker.ready).active);
}

const worker = document.querySelector("meta[name=worker]");
if (worker && "serviceWorker" in navigator) {
  const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 1000));
  addEventListener("load", () => idle(() => keepAtHand(worker.content).catch(() => {})));
}
if (document.querySelector("[data-offline]")) addEventListener("online", () => location.reload());
