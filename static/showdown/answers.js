// The result for the deal on the table, requested after every change and while odds are sampled.

import {
  bringVerdictIntoView, cardGroups, drawTable, form, markInvalidFields, stage, state, updateAddress,
} from "./felt.js";
import { applyReplacements, cancelRequest, fetchPart, insertPart } from "./page_parts.js";
import { describeUnreachable } from "./requests.js";
import { isFull } from "./slots.js";
import { spotOf } from "./spot.js";

const answer = document.getElementById("answer");
const verdict = () => document.getElementById("verdict");
const howToBegin = document.querySelector("[data-how-to-begin]");

// Milliseconds before the next round of sampling, and before a round that the busy site postponed.
const ROUND_PAUSE = 20;
const BUSY_PAUSE = 1000;

let timer = 0; // of the next request
let lastRound = "";
let retriesOnline = false;
let pendingContent = null; // the content to draw below the felt

// Return whether all hands have enough cards, or a hand is not a list of cards, such as a range.
const isAnswerable = () => {
  const groups = cardGroups();
  const hands = groups.filter((group) => group.isHand);
  const minCards = Number(form.querySelector("[data-felt]").dataset.minCards);
  const isDealt = (group) => isFull(group, groups) || group.cards.filter((card) => card !== null).length >= minCards;
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
  pendingContent = null;
  stage.classList.remove("unanswered");
  answer.replaceChildren();
  verdict().replaceChildren(howToBegin.content.cloneNode(true));
  for (const part of ["streets", "pots"]) document.getElementById(part).replaceChildren();
  clearTags();
  clearErrors();
  markInvalidFields();
}

function clearErrors() {
  for (const error of form.querySelectorAll(".error:not(:empty)")) error.textContent = "";
}

export function requestAnswer(delay = 0) {
  clearTimeout(timer);
  document.getElementById("next-round").textContent = lastRound = "";
  if (!isAnswerable()) {
    cancelRequest(answer);
    stage.classList.remove("outdated", "stale", "loading");
    retriesOnline = false;
    clearAnswer();
    drawTable();
    return;
  }
  if (navigator.onLine === false) {
    if (retriesOnline) clearTags();
    else showFailure(describeUnreachable());
    drawTable();
    return;
  }
  stage.classList.add("outdated");
  stage.classList.toggle("unanswered", !answer.firstElementChild);
  const send = () => fetchAnswer(`${stage.dataset.live}?${state.undoHistory.current}`);
  if (delay) timer = setTimeout(send, delay);
  else send();
}

// Mark the previous result as outdated, with the reason, and remove it from the hands.
function showFailure({ sentence, isOffline }) {
  stage.classList.remove("outdated", "loading", "unanswered");
  stage.classList.add("stale");
  retriesOnline = isOffline;
  for (const hint of verdict().querySelectorAll("[data-stale], .hint")) hint.remove();
  verdict().prepend(document.querySelector("template[data-not-up-to-date]").content.cloneNode(true));
  verdict().querySelector("[data-reason]").textContent = sentence;
  clearTags();
  drawTable();
}

// Odds that take too long to calculate exactly are sampled in rounds. Each round takes longer than the
// previous one, so that the margin narrows. If the site repeats a round, it is busy with other requests.
export function requestNextRound() {
  const element = document.getElementById("next-round");
  const round = element.textContent.trim();
  element.textContent = "";
  if (!round) return;
  clearTimeout(timer);
  const address = `${stage.dataset.live}${round}/?${state.undoHistory.current}`;
  const delay = round === lastRound ? BUSY_PAUSE : ROUND_PAUSE;
  lastRound = round;
  timer = setTimeout(() => fetchAnswer(address), delay);
}

async function fetchAnswer(address) {
  stage.classList.add("loading");
  const response = await fetchPart("answer", address, { source: answer, retry: requestAnswer, report: showFailure });
  if (!response) return;
  stage.classList.remove("loading");
  showAnswer(response.html);
}

// An answer contains errors only for invalid fields, so clear all errors first.
function showAnswer(html) {
  clearErrors();
  keepFocus(() => drawBelowFelt(applyReplacements(html)));
  retriesOnline = false;
  stage.classList.remove("outdated", "stale");
  markInvalidFields();
  drawTable();
  bringVerdictIntoView();
  if (document.querySelector("[data-pot]")) import("./chip_animation.js").then(({ slideChips }) => slideChips());
  requestNextRound();
}

// Draw the content below the felt one frame later, because it takes as long to paint as the felt.
function drawBelowFelt(content) {
  pendingContent = content;
  requestAnimationFrame(() => setTimeout(() => {
    if (pendingContent !== content) return;
    pendingContent = null;
    keepFocus(() => answer.replaceChildren(content));
    stage.classList.remove("unanswered");
    answer.dispatchEvent(new Event("part", { bubbles: true }));
  }));
}

function keepFocus(replace) {
  const id = document.activeElement?.id;
  replace();
  if (id && document.activeElement?.id !== id) document.getElementById(id)?.focus({ preventScroll: true });
}

// Store the deal. The answer confirms this, so no earlier request may replace the answer. If the field
// for pasted text contains unread text, the site reads it first, and the answer has a new table.
async function save(event) {
  event.preventDefault();
  clearTimeout(timer);
  cancelRequest(answer);
  const request = { method: "POST", body: new FormData(form, event.submitter) };
  const retry = () => form.requestSubmit(event.submitter);
  const response = await fetchPart("answer", form.getAttribute("action"), { ...request, source: form, retry });
  stage.classList.remove("loading");
  if (!response) {
    if (stage.classList.contains("outdated")) requestAnswer();
    return;
  }
  const scrollToMessage = () => answer.querySelector(".message")?.scrollIntoView({ block: "nearest", behavior: "instant" });
  answer.addEventListener("part", scrollToMessage, { once: true });
  showAnswer(response.html);
  if (response.part === "table") form.dispatchEvent(new Event("new-table"));
}

// Request only the effects of the next cards, for another player.
async function requestNextCards() {
  state.undoHistory.current = spotOf(form);
  updateAddress();
  if (stage.classList.contains("stale")) {
    requestAnswer();
    return;
  }
  const section = document.getElementById("next-cards");
  const address = `${stage.dataset.live}?${state.undoHistory.current}`;
  const response = await fetchPart("next-cards", address, { source: section, retry: requestAnswer, report: showFailure });
  if (response?.part === "answer") showAnswer(response.html);
  else if (response) replaceNextCards(section, response.html);
}

function replaceNextCards(section, html) {
  const hasFocus = document.activeElement?.id === "next-for";
  insertPart(section, html, true);
  if (hasFocus) document.getElementById("next-for").focus({ preventScroll: true });
}

function showStreet() {
  state.undoHistory.current = spotOf(form);
  updateAddress();
  requestAnswer();
  drawTable();
}

form.addEventListener("change", (event) => {
  if (event.target.name === "street") showStreet();
});
form.addEventListener("click", (event) => {
  if (event.target.closest("[data-retry]")) requestAnswer();
});
answer.addEventListener("change", (event) => {
  if (event.target.name === "next-for") requestNextCards();
});
form.addEventListener("submit", save);
addEventListener("online", () => { if (retriesOnline) requestAnswer(); });
