// Requests that report failures: a notice explains the failure and what to do, entered text is kept,
// and the request can be repeated. An element may have its own sentence in `data-when-offline`.
//
//   import { send } from "./requests.js";
//   const answer = await send(address, { method: "POST", body: new FormData(form) }, tryAgain);
//   if (!answer) return;                              // the notice shows the reason
//
// Code that doesn't use `send` calls `showNotice({ words, retry })`.

const OFFLINE = "You’re offline. What you entered is still here; it is sent when you’re back online.";
const AWAY = "The site can’t be reached. What you entered is still here; try again in a moment.";
const SLOW = "The site took too long to answer. What you entered is still here; try again.";
const FAULT = "Something went wrong on our side. What you entered is still here; try again.";
const WORDS = {
  403: "The site refused this. Reload the page and try again.",
  404: "This isn’t here anymore. Reload the page.",
  413: "Too large for one request.",
  429: "Too many requests in a short time. Try again in a moment.",
  502: AWAY,
  503: "The site is busy. What you entered is still here; try again in a moment.",
  504: SLOW,
};
const TOKEN = "csrfmiddlewaretoken";
const HEADER = "X-CSRFToken";
const EXPIRED_HEADER = "X-Form-Expired";

const notice = document.querySelector("[data-notice]");
const words = notice.querySelector("[data-notice-words]");
const again = notice.querySelector("[data-notice-retry]");
let retry = null;
let waitsForLine = false;

export function showNotice({ words: sentence, retry: repeat = null, offline = false }) {
  retry = repeat;
  waitsForLine = offline;
  words.textContent = sentence;
  again.hidden = !repeat;
  notice.hidden = false;
}

function hideNotice() {
  retry = null;
  waitsForLine = false;
  notice.hidden = true;
}

function repeat() {
  const next = retry;
  hideNotice();
  next?.();
}

again.addEventListener("click", repeat);
notice.querySelector("[data-notice-close]").addEventListener("click", hideNotice);
addEventListener("online", () => { if (waitsForLine) repeat(); });

// Return the sentence for an error response: pages and problem documents of the site contain one.
export function errorSentence(status, type, text) {
  let reason = "";
  if (type?.includes("html")) {
    reason = new DOMParser().parseFromString(text, "text/html").querySelector("[data-why]")?.textContent;
  } else if (type?.includes("json")) {
    try { reason = JSON.parse(text).detail; } catch { /* it isn't ours */ }
  }
  return reason?.trim() || WORDS[status] || FAULT;
}

export function unreachable() {
  const offline = navigator.onLine === false;
  const own = document.querySelector("[data-when-offline]")?.dataset.whenOffline;
  return { words: offline ? own ?? OFFLINE : AWAY, offline };
}

const describeFailure = (error) => (error.name === "TimeoutError" ? { words: SLOW } : unreachable());

// The current CSRF token, which changes after signing in, here or in another tab.
const currentToken = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];

async function renewToken() {
  try {
    await fetch(notice.dataset.token, { cache: "no-store" });
  } catch { /* the request that is sent again says so */ }
}

export function refreshTokens(root) {
  const token = currentToken();
  if (!token) return;
  for (const field of root.querySelectorAll(`input[name=${TOKEN}]`)) field.value = token;
}

// Return the response, or null after reporting why there is none. Try again calls `repeat`; `report`
// reports the error, by default in the notice. `options` are those of fetch, and `alsoTakes`: an error
// status whose page counts as a response.
export async function send(address, options = {}, repeat = () => send(address, options), report = showNotice) {
  const answer = await sendOnce(address, options, repeat, report);
  if (!answer?.headers.has(EXPIRED_HEADER)) return answer;
  await renewToken();
  return sendOnce(address, options, repeat, report, true);
}

async function sendOnce(address, options, repeat, report, isLast = false) {
  const method = options.method ?? "GET";
  const headers = new Headers(options.headers);
  if (method !== "GET" && currentToken()) headers.set(HEADER, currentToken());
  if (options.body instanceof FormData) options.body.delete(TOKEN);
  let answer;
  try {
    answer = await fetch(address, { ...options, headers });
  } catch (error) {
    if (error.name !== "AbortError") report({ ...describeFailure(error), retry: repeat });
    return null;
  }
  if (answer.ok || answer.status === options.alsoTakes) {
    hideNotice();
    return answer;
  }
  if (answer.headers.has(EXPIRED_HEADER) && !isLast) return answer;
  const type = answer.headers.get("Content-Type");
  const text = await answer.text().catch(() => "");
  if (!options.signal?.aborted) report({ words: errorSentence(answer.status, type, text), retry: repeat });
  return null;
}

// Forms that are submitted without fetch.
document.addEventListener("submit", (event) => refreshTokens(event.target), true);
