// The result for the deal on the table, requested after every change and while odds are sampled.

import { bringVerdictIntoView, cardGroups, form, show, showAddress, showErrors, stage, state } from "./felt.js";
import { askFor, giveUp, put, replaceParts } from "./parts.js";
import { isFull } from "./slots.js";
import { unreachable } from "./requests.js";
import { spotOf } from "./spot.js";

const answer = document.getElementById("answer");
const verdict = () => document.getElementById("verdict");
const how = document.querySelector("[data-how]");

const ONCE_IT_HAS_ENDED = 20; // a request ends after its answer is shown
const WHILE_OTHERS_ARE_SERVED = 1000;

let pause = 0; // the timer of the next request
let lastRound = "";
let waitsForLine = false;
let below = null; // the content still to be drawn below the felt

const canAsk = () => {
  const all = cardGroups();
  const hands = all.filter((group) => group.isHand);
  const fewest = Number(form.querySelector("[data-felt]").dataset.fewest);
  const isDealt = (group) => isFull(group, all) || group.cards.filter((card) => card !== null).length >= fewest;
  return hands.every(isDealt) || hands.some((group) => group.cards === null);
};

function clearTags() {
  for (const tag of form.querySelectorAll(".tag-text")) {
    tag.dataset.state = tag.dataset.plays = "";
    for (const part of tag.querySelectorAll("strong, .made-line")) part.textContent = "";
    tag.querySelector(".part")?.setAttribute("width", "0");
  }
}

export function clearAnswer() {
  below = null;
  stage.classList.remove("unanswered");
  answer.replaceChildren();
  verdict().replaceChildren(how.content.cloneNode(true));
  for (const part of ["streets", "pots"]) document.getElementById(part).replaceChildren();
  clearTags();
  clearErrors();
  showErrors();
}

function clearErrors() {
  for (const error of form.querySelectorAll(".error:not(:empty)")) error.textContent = "";
}

export function ask(delay = 0) {
  clearTimeout(pause);
  document.getElementById("again").textContent = lastRound = "";
  if (!canAsk()) {
    giveUp(answer);
    stage.classList.remove("old", "stale", "asking");
    waitsForLine = false;
    clearAnswer();
    show();
    return;
  }
  if (navigator.onLine === false) {
    if (waitsForLine) clearTags();
    else answerFailed(unreachable());
    show();
    return;
  }
  stage.classList.add("old");
  stage.classList.toggle("unanswered", !answer.firstElementChild);
  const send = () => request(`${stage.dataset.live}?${state.past.now}`);
  if (delay) pause = setTimeout(send, delay);
  else send();
}

// Mark the previous result as outdated, with the reason, and remove it from the hands.
function answerFailed({ words, offline }) {
  stage.classList.remove("old", "asking", "unanswered");
  stage.classList.add("stale");
  waitsForLine = offline;
  for (const hint of verdict().querySelectorAll("[data-stale], .hint")) hint.remove();
  verdict().prepend(document.querySelector("template[data-not-up-to-date]").content.cloneNode(true));
  verdict().querySelector("[data-reason]").textContent = words;
  clearTags();
  show();
}

// Odds that can't be counted are sampled, longer in each round, so that the interval narrows.
// A repeated round means that the site is serving other requests.
export function askAgain() {
  const again = document.getElementById("again");
  const round = again.textContent.trim();
  again.textContent = "";
  if (!round) return;
  clearTimeout(pause);
  const address = `${stage.dataset.live}${round}/?${state.past.now}`;
  const delay = round === lastRound ? WHILE_OTHERS_ARE_SERVED : ONCE_IT_HAS_ENDED;
  lastRound = round;
  pause = setTimeout(() => request(address), delay);
}

async function request(address) {
  stage.classList.add("asking");
  const came = await askFor("answer", address, { source: answer, again: ask, report: answerFailed });
  if (!came) return;
  stage.classList.remove("asking");
  showAnswer(came.html);
}

// An answer contains only the fields with errors, or a new table.
function showAnswer(html) {
  clearErrors();
  keepFocus(() => drawBelow(replaceParts(html)));
  waitsForLine = false;
  stage.classList.remove("old", "stale");
  showErrors();
  show();
  bringVerdictIntoView();
  if (document.querySelector("[data-pot]")) import("./sliding.js").then(({ slideChips }) => slideChips());
  askAgain();
}

// Draw the content below the felt one frame later, because it takes as long to paint as the felt.
function drawBelow(content) {
  below = content;
  requestAnimationFrame(() => setTimeout(() => {
    if (below !== content) return;
    below = null;
    keepFocus(() => answer.replaceChildren(content));
    stage.classList.remove("unanswered");
    answer.dispatchEvent(new Event("part", { bubbles: true }));
  }));
}

function keepFocus(replace) {
  const chosen = document.activeElement?.id;
  replace();
  if (chosen && document.activeElement?.id !== chosen) document.getElementById(chosen)?.focus({ preventScroll: true });
}

// Store the deal; the answer confirms it, and no earlier request may replace it. A text that wasn't read
// yet is read first: the answer contains the new table.
async function save(event) {
  event.preventDefault();
  clearTimeout(pause);
  giveUp(answer);
  const sent = { method: "POST", body: new FormData(form, event.submitter) };
  const again = () => form.requestSubmit(event.submitter);
  const came = await askFor("answer", form.getAttribute("action"), { ...sent, source: form, again });
  stage.classList.remove("asking");
  if (!came) {
    if (stage.classList.contains("old")) ask();
    return;
  }
  const bringAnswer = () => answer.querySelector(".message")?.scrollIntoView({ block: "nearest", behavior: "instant" });
  answer.addEventListener("part", bringAnswer, { once: true });
  showAnswer(came.html);
  if (came.part === "table") form.dispatchEvent(new Event("new-table"));
}

// Request only the next cards, for another player.
async function chooseNextFor() {
  state.past.now = spotOf(form);
  showAddress();
  if (stage.classList.contains("stale")) {
    ask();
    return;
  }
  const strip = document.getElementById("next-cards");
  const address = `${stage.dataset.live}?${state.past.now}`;
  const came = await askFor("next-cards", address, { source: strip, again: ask, report: answerFailed });
  if (came?.part === "answer") showAnswer(came.html);
  else if (came) putStrip(strip, came.html);
}

function putStrip(strip, html) {
  const hasFocus = document.activeElement?.id === "next-for";
  put(strip, html, true);
  if (hasFocus) document.getElementById("next-for").focus({ preventScroll: true });
}

function chooseStreet() {
  state.past.now = spotOf(form);
  showAddress();
  ask();
  show();
}

form.addEventListener("change", (event) => {
  if (event.target.name === "street") chooseStreet();
});
form.addEventListener("click", (event) => {
  if (event.target.closest("[data-ask]")) ask();
});
answer.addEventListener("change", (event) => {
  if (event.target.name === "next-for") chooseNextFor();
});
form.addEventListener("submit", save);
addEventListener("online", () => { if (waitsForLine) ask(); });
