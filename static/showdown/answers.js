// The answer to what lies on the table: asked for after every change, and again while it is dealt.

import { form, places, show, showAddress, showErrors, stage, state } from "./felt.js";
import { slideChips } from "./sliding.js";
import { isFull } from "./slots.js";
import { spotOf } from "./spot.js";

const answer = document.getElementById("answer");
const asks = document.querySelector("[data-asks]"); // in whose name it is asked: it is never replaced
const verdict = () => document.getElementById("verdict");
const how = document.querySelector("[data-how]");

export const AT_ONCE = "innerHTML swap:0ms settle:0ms";
const ONCE_IT_HAS_ENDED = 20; // a request ends after its answer is shown
const WHILE_OTHERS_ARE_SERVED = 1000;

let pause = 0; // the timer of the next request
let lastRound = "";

const canAsk = () => {
  const all = places();
  const hands = all.filter((place) => place.isHand);
  const fewest = Number(form.querySelector("[data-felt]").dataset.fewest);
  const isDealt = (place) => isFull(place, all) || place.cards.filter((card) => card !== null).length >= fewest;
  return hands.every(isDealt) || hands.some((place) => place.cards === null);
};

function forgetTags() {
  for (const tag of form.querySelectorAll(".said-of")) {
    tag.dataset.state = tag.dataset.plays = "";
    for (const part of tag.querySelectorAll("strong, .made-line")) part.textContent = "";
    tag.querySelector(".part")?.setAttribute("width", "0");
  }
}

export function forget() {
  answer.replaceChildren();
  verdict().replaceChildren(how.content.cloneNode(true));
  document.getElementById("pots").replaceChildren();
  forgetTags();
  for (const error of form.querySelectorAll(".error")) error.textContent = "";
  showErrors();
}

export function ask(delay = 0) {
  clearTimeout(pause);
  document.getElementById("again").textContent = lastRound = "";
  if (!canAsk()) {
    htmx.trigger(asks, "htmx:abort");
    stage.classList.remove("old", "stale");
    forget();
    show();
    return;
  }
  stage.classList.add("old");
  pause = setTimeout(() => request(`${stage.dataset.live}?${state.past.now}`, asks, "#answer"), delay);
}

// The answer to what lies there did not come: the one before is no longer dimmed, but says so.
// Beside the hands it would be wrong.
function answerFailed({ detail: { elt } }) {
  if (elt !== asks && elt.id !== "next-cards") return;
  stage.classList.remove("old");
  stage.classList.add("stale");
  for (const hint of verdict().querySelectorAll("[data-stale], .hint")) hint.remove();
  verdict().prepend(document.querySelector("template[data-not-up-to-date]").content.cloneNode(true));
  forgetTags();
  show();
}

// Odds that can't be counted are dealt: for longer each time, so that the interval narrows.
// The same round once more means that others are being served.
export function askAgain() {
  const again = document.getElementById("again");
  const round = again.textContent.trim();
  again.textContent = "";
  if (!round) return;
  clearTimeout(pause);
  const address = `${stage.dataset.live}${round}/?${state.past.now}`;
  const delay = round === lastRound ? WHILE_OTHERS_ARE_SERVED : ONCE_IT_HAS_ENDED;
  lastRound = round;
  pause = setTimeout(() => request(address, asks, "#answer"), delay);
}

// A request that a newer one replaces is given up, which is no fault.
export function request(address, source, target) {
  return htmx.ajax("GET", address, { source, target, swap: AT_ONCE }).catch(() => {});
}

// The next cards for another player: only they are asked for.
function chooseNextFor() {
  state.past.now = spotOf(form);
  showAddress();
  if (stage.classList.contains("stale")) {
    ask();
    return;
  }
  const strip = document.getElementById("next-cards");
  htmx.ajax("GET", `${stage.dataset.live}?${state.past.now}`, { source: strip, target: strip, swap: "outerHTML" }).catch(() => {});
}

form.addEventListener("click", (event) => {
  if (event.target.closest("[data-ask]")) ask();
});
for (const [name, isAsking] of [["htmx:beforeRequest", true], ["htmx:afterRequest", false]]) {
  asks.addEventListener(name, () => stage.classList.toggle("asking", isAsking));
}
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, answerFailed);
}
answer.addEventListener("change", (event) => {
  if (event.target.name === "next-for") chooseNextFor();
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target !== answer) return;
  stage.classList.remove("old", "stale");
  showErrors();
  show();
  slideChips();
  askAgain();
});
