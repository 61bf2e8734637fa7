// Request parts of a page and replace them without loading the page. A request names the part in
// `X-Part`; the response may contain another one, and names it in the same header. An element with
// `data-replaces` in the response replaces the content of the element with its id.

import { send } from "./requests.js";

const MAX_WAIT = 20_000; // milliseconds
const runningRequests = new WeakMap(); // by element; a new request of an element aborts the previous one

export const cancelRequest = (element) => runningRequests.get(element)?.abort();

// Return the text of the response and the name of its part, or null if an error was shown or a newer
// request replaced this one. `source` is marked as busy until then. The button Try again calls `retry`.
export async function fetchPart(part, address, { source, retry, report, ...options }) {
  cancelRequest(source);
  const controller = new AbortController();
  runningRequests.set(source, controller);
  source.ariaBusy = "true";
  const timer = setTimeout(() => controller.abort(new DOMException("", "TimeoutError")), MAX_WAIT);
  const headers = part ? { "X-Part": part } : {};
  const response = await send(address, { ...options, headers, signal: controller.signal }, retry, report);
  const html = await response?.text().catch(() => null);
  clearTimeout(timer);
  if (runningRequests.get(source) === controller) {
    runningRequests.delete(source);
    source.ariaBusy = null;
  }
  if (html == null || controller.signal.aborted) return null;
  return { html, part: response.headers.get("X-Part") ?? part };
}

// Apply the elements with `data-replaces` to the page, and return the other elements.
export function applyReplacements(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  for (const replacement of template.content.querySelectorAll("[data-replaces]")) {
    document.getElementById(replacement.id)?.replaceChildren(...replacement.childNodes);
    replacement.remove();
  }
  return template.content;
}

// Replace the content of the element, or with `isWhole` the element itself.
export function insertPart(element, html, isWhole = false) {
  const content = applyReplacements(html);
  const target = isWhole ? content.firstElementChild : element;
  if (isWhole) element.replaceWith(content);
  else element.replaceChildren(content);
  target.dispatchEvent(new Event("part", { bubbles: true }));
}

export async function loadUnfolded(section) {
  const address = section.querySelector("a").href;
  const response = await fetchPart("combinations", address, { source: section, retry: () => loadUnfolded(section) });
  if (!response) return;
  delete section.dataset.unfolds;
  insertPart(section, response.html);
}
