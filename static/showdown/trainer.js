// The trainer by keys and taps: the key shown on an option chooses the option, or answers a question with
// a single choice. A player's key pushes the selected chip. Enter answers or continues. Drills and grades
// replace each other without loading a page.

import { fetchPart, insertPart } from "./page_parts.js";
import { enablePushing } from "./chip_pushing.js";

const REFUSED = 422; // the response states why the drill was refused
const OPTIONS = "[data-choice], [data-answer] [type=checkbox], .push-button";
const YES_NO_KEYS = { yes: "Y", no: "N" };
const OTHER_KEYS = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ";

let form = null; // the form of the current question
let countdown = 0; // the timer of the time limit

function prepareTurn() {
  form = document.querySelector("[data-answer]");
  document.querySelector(".presets [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  clearInterval(countdown);
  const timer = document.querySelector("[data-seconds-left]");
  if (timer) startCountdown(timer);
  if (!form) return;
  if (form.classList.contains("kind-chips")) enablePushing(form);
  const options = [...document.querySelectorAll(OPTIONS)].slice(0, OTHER_KEYS.length);
  form.querySelector("[data-keys]").hidden = !options.length;
  for (const [index, option] of options.entries()) {
    option.closest(".box, button").dataset.key = YES_NO_KEYS[option.value] ?? OTHER_KEYS[index];
  }
}

function startCountdown(timer) {
  const end = performance.now() + Number(timer.dataset.secondsLeft) * 1000;
  const tick = () => {
    const left = Math.ceil((end - performance.now()) / 1000);
    timer.toggleAttribute("data-over", left <= 0);
    timer.textContent = left > 0 ? `${left} s` : "Time's up";
  };
  tick();
  countdown = setInterval(tick, 500);
}

const isTyping = (target) => target.matches("input:not([type=checkbox]), textarea, select");

// Choose the option with the pressed key, or submit the answer.
function handleKey(event) {
  if (!form || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const keyElement = document.querySelector(`[data-key="${CSS.escape(event.key.toUpperCase())}"]`);
  const option = keyElement?.querySelector("[type=checkbox]") ?? keyElement;
  if (option) {
    option.focus();
    option.click();
    event.preventDefault();
  } else if (/^\d$/.test(event.key) && form.querySelector("[data-keys]").hidden) {
    form.querySelector(".amount-field input")?.focus(); // the field receives the digit
  } else if (event.key === "Enter" && !event.target.matches("summary, a, button") && !form.querySelector("[data-choice]")) {
    form.requestSubmit();
    event.preventDefault();
  }
}

// Request the next drill or the grade. Each element sends one request at a time.
async function requestTurn(source, address, options) {
  if (source.ariaBusy === "true") return;
  const response = await fetchPart("turn", address, { ...options, source, acceptedStatus: REFUSED });
  if (!response) return;
  insertPart(document.getElementById("turn"), response.html, true);
  prepareTurn();
  focusOnTurn();
}

const bringIntoView = (element) => element.scrollIntoView({ block: "nearest" });

// Focus the link to the next drill, the first field of an incomplete answer, a new question, or the
// result of a sitting. If the grade is in view, don't scroll; if chips would cover seats, scroll to
// the felt.
function focusOnTurn() {
  const next = document.querySelector(".grade [autofocus]");
  const invalidField = form?.querySelector("[autofocus]");
  if (next) {
    next.focus({ preventScroll: true });
    if (next.getBoundingClientRect().top < 0) bringIntoView(document.querySelector(".rail"));
    bringIntoView(next.parentElement);
  } else if (invalidField) {
    const target = invalidField.checkVisibility() ? invalidField : document.querySelector(".push-button");
    target.focus({ preventScroll: true });
    bringIntoView(target.closest(".field") ?? target);
  } else {
    scrollTo({ top: 0, behavior: "instant" });
    const felt = document.querySelector(".rail");
    const chips = document.querySelector(".chip-tray");
    const isCovered = chips && chips.getBoundingClientRect().top < felt.getBoundingClientRect().bottom;
    if (isCovered) felt.scrollIntoView({ behavior: "instant" });
    document.querySelector("#drill-title, #outcome-title")?.focus({ preventScroll: true });
  }
}

// List the checked boxes of a folded field in its summary.
document.addEventListener("change", ({ target }) => {
  const section = target.closest("[data-choosing]");
  if (!section) return;
  const labels = [...section.querySelectorAll(":checked")].map((box) => box.closest("label").textContent.trim());
  section.querySelector("[data-chosen]").textContent = labels.join(", ") || "any";
});
document.addEventListener("keydown", handleKey);
document.addEventListener("submit", (event) => {
  if (event.target !== form) return;
  event.preventDefault();
  const { submitter } = event;
  const retry = () => form.requestSubmit(submitter);
  requestTurn(form, form.getAttribute("action"), { method: "POST", body: new FormData(form, submitter), retry });
});
document.addEventListener("click", (event) => {
  const next = event.target.closest("[data-next]");
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!next || !isPlain) return;
  event.preventDefault();
  requestTurn(next, next.getAttribute("href"), { retry: () => next.click() });
});
prepareTurn();
