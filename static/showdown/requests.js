// Requests that report failures: a notice explains the failure and what to do, entered text is kept,
// and the request can be repeated. A page may have its own sentence in `data-when-offline`.
//
//   import { send } from "./requests.js";
//   const response = await send(address, { method: "POST", body: new FormData(form) }, retry);
//   if (!response) return;                            // the notice shows the reason
//
// Code that doesn't use `send` calls `showNotice({ sentence, retry })`.

const OFFLINE = "You're offline. What you entered is still here; it is sent when you're back online.";
const UNREACHABLE = "The site can't be reached. What you entered is still here; try again in a moment.";
const TIMED_OUT = "The site took too long to answer. What you entered is still here; try again.";
const SERVER_ERROR = "Something went wrong on our side. What you entered is still here; try again.";
const SENTENCES = {
  403: "The site refused this. Reload the page and try again.",
  404: "This isn't here anymore. Reload the page.",
  413: "Too large for one request.",
  429: "Too many requests in a short time. Try again in a moment.",
  502: UNREACHABLE,
  503: "The site is busy. What you entered is still here; try again in a moment.",
  504: TIMED_OUT,
};
const TOKEN_FIELD = "csrfmiddlewaretoken";
const TOKEN_HEADER = "X-CSRFToken";
const EXPIRED_HEADER = "X-Form-Expired";

const notice = document.querySelector("[data-notice]");
const noticeText = notice.querySelector("[data-notice-words]");
const retryButton = notice.querySelector("[data-notice-retry]");
let pendingRetry = null; // the function that repeats the failed request
let retriesOnline = false; // whether to repeat the request when the connection is back

export function showNotice({ sentence, retry = null, isOffline = false }) {
  pendingRetry = retry;
  retriesOnline = isOffline;
  noticeText.textContent = sentence;
  retryButton.hidden = !retry;
  notice.hidden = false;
}

function hideNotice() {
  pendingRetry = null;
  retriesOnline = false;
  notice.hidden = true;
}

function retryRequest() {
  const retry = pendingRetry;
  hideNotice();
  retry?.();
}

retryButton.addEventListener("click", retryRequest);
notice.querySelector("[data-notice-close]").addEventListener("click", hideNotice);
addEventListener("online", () => { if (retriesOnline) retryRequest(); });

// Return the sentence in an error page or a problem document of the site, and the links beside it.
export function readError(status, type, text) {
  let reason = "", links = [];
  if (type?.includes("html")) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const field = page.querySelector(".field:has(> .error:not(:empty))"); // the first invalid field
    reason = page.querySelector("[data-why]")?.textContent
      ?? (field && `${field.querySelector("label").textContent}: ${field.querySelector(".error").textContent}`);
    links = page.querySelector("[data-unfinished]")?.childNodes ?? [];
  } else if (type?.includes("json")) {
    try { reason = JSON.parse(text).detail; } catch { /* the response isn't from the site */ }
  }
  return { sentence: reason?.trim() || SENTENCES[status] || SERVER_ERROR, links };
}

export function describeUnreachable() {
  const isOffline = navigator.onLine === false;
  const pageSentence = document.querySelector("[data-when-offline]")?.dataset.whenOffline;
  return { sentence: isOffline ? pageSentence ?? OFFLINE : UNREACHABLE, isOffline };
}

const describeFailure = (error) => (error.name === "TimeoutError" ? { sentence: TIMED_OUT } : describeUnreachable());

// The current CSRF token, which changes after signing in, here or in another tab.
const currentToken = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];

async function renewToken() {
  try {
    await fetch(notice.dataset.token, { cache: "no-store" });
  } catch { /* the repeated request reports the failure */ }
}

export function refreshTokens(root) {
  const token = currentToken();
  if (!token) return;
  for (const field of root.querySelectorAll(`input[name=${TOKEN_FIELD}]`)) field.value = token;
}

// Return the response, or null after reporting why there is none. The button Try again calls `retry`;
// `report` reports the error, by default in the notice. `options` are the options of fetch and
// `acceptedStatus`, an error status that isn't reported as a failure.
export async function send(address, options = {}, retry = () => send(address, options), report = showNotice) {
  const response = await sendOnce(address, options, retry, report);
  if (!response?.headers.has(EXPIRED_HEADER)) return response;
  await renewToken();
  return sendOnce(address, options, retry, report, true);
}

async function sendOnce(address, options, retry, report, isLast = false) {
  const method = options.method ?? "GET";
  const headers = new Headers(options.headers);
  if (method !== "GET" && currentToken()) headers.set(TOKEN_HEADER, currentToken());
  if (options.body instanceof FormData) options.body.delete(TOKEN_FIELD);
  let response;
  try {
    response = await fetch(address, { ...options, headers });
  } catch (error) {
    if (error.name !== "AbortError") report({ ...describeFailure(error), retry });
    return null;
  }
  if (response.ok || response.status === options.acceptedStatus) {
    hideNotice();
    return response;
  }
  if (response.headers.has(EXPIRED_HEADER) && !isLast) return response;
  const type = response.headers.get("Content-Type");
  const text = await response.text().catch(() => "");
  if (!options.signal?.aborted) report({ sentence: readError(response.status, type, text).sentence, retry });
  return null;
}

// Refresh the tokens of forms that are submitted without fetch.
document.addEventListener("submit", (event) => refreshTokens(event.target), true);
