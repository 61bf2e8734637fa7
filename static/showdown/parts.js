// Request parts of a page and replace them without loading the page. A request names the part in
// `X-Part`; the answer may name another one. An element with `data-replaces` in the answer replaces
// the content of the element with its id.

import { send } from "./requests.js";

const LONGEST_WAIT = 20_000;
const underWay = new WeakMap(); // running requests by element; a newer request replaces the older

export const giveUp = (source) => underWay.get(source)?.abort();

// Return the text of the answer and the name of its part, or null if an error was shown or a newer
// request replaced this one. `source` is marked as busy meanwhile; Try again calls `again`.
export async function askFor(part, address, { source, again, report, ...options }) {
  giveUp(source);
  const control = new AbortController();
  underWay.set(source, control);
  source.ariaBusy = "true";
  const tooLong = setTimeout(() => control.abort(new DOMException("", "TimeoutError")), LONGEST_WAIT);
  const headers = part ? { "X-Part": part } : {};
  const answer = await send(address, { ...options, headers, signal: control.signal }, again, report);
  const html = await answer?.text().catch(() => null);
  clearTimeout(tooLong);
  if (underWay.get(source) === control) {
    underWay.delete(source);
    source.ariaBusy = null;
  }
  if (html == null || control.signal.aborted) return null;
  return { html, part: answer.headers.get("X-Part") ?? part };
}

// Replace the contents of elements with those of `data-replaces`, and return the other elements.
export function replaceParts(html) {
  const came = document.createElement("template");
  came.innerHTML = html;
  for (const other of came.content.querySelectorAll("[data-replaces]")) {
    document.getElementById(other.id)?.replaceChildren(...other.childNodes);
    other.remove();
  }
  return came.content;
}

// Put the content into the element, or with `isWhole` in its place.
export function put(element, html, isWhole = false) {
  const content = replaceParts(html);
  const target = isWhole ? content.firstElementChild : element;
  if (isWhole) element.replaceWith(content);
  else element.replaceChildren(content);
  target.dispatchEvent(new Event("part", { bubbles: true }));
}

export async function unfold(section) {
  const address = section.querySelector("a").href;
  const came = await askFor("combinations", address, { source: section, again: () => unfold(section) });
  if (!came) return;
  delete section.dataset.unfolds;
  put(section, came.html);
}
