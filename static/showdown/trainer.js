// The trainer by keys and taps: the key shown on an option chooses it, and answers a question with one
// choice; a player's key pushes the selected chip. Enter answers or continues. Drills and grades replace
// each other without loading a page.

import { askFor, put } from "./parts.js";
import { pushing } from "./pushing.js";

const REFUSED = 422;
const OPTIONS = "[data-choice], [data-answer] [type=checkbox], .push-button";
const KEYS = { yes: "Y", no: "N" };
const OTHER_KEYS = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ";

let form = null; // the form of the current question
let ticking = 0;

function begin() {
  form = document.querySelector("[data-answer]");
  document.querySelector(".presets [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  clearInterval(ticking);
  const timer = document.querySelector("[data-left]");
  if (timer) countDown(timer);
  if (!form) return;
  if (form.classList.contains("kind-chips")) pushing(form);
  const keys = [...document.querySelectorAll(OPTIONS)].slice(0, OTHER_KEYS.length);
  form.querySelector("[data-keys]").hidden = !keys.length;
  for (const [index, option] of keys.entries()) {
    option.closest(".box, button").dataset.key = KEYS[option.value] ?? OTHER_KEYS[index];
  }
}

function countDown(timer) {
  const end = performance.now() + Number(timer.dataset.left) * 1000;
  const tick = () => {
    const left = Math.ceil((end - performance.now()) / 1000);
    timer.toggleAttribute("data-over", left <= 0);
    timer.textContent = left > 0 ? `${left} s` : "Time’s up";
  };
  tick();
  ticking = setInterval(tick, 500);
}

const isTyping = (target) => target.matches("input:not([type=checkbox]), textarea, select");

function choose(event) {
  if (!form || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const marked = document.querySelector(`[data-key="${CSS.escape(event.key.toUpperCase())}"]`);
  const option = marked?.querySelector("[type=checkbox]") ?? marked;
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

// Send one request at a time. A response with status 422 states why the drill was refused.
async function ask(source, address, options) {
  if (source.ariaBusy === "true") return;
  const came = await askFor("turn", address, { ...options, source, alsoTakes: REFUSED });
  if (!came) return;
  put(document.getElementById("turn"), came.html, true);
  begin();
  focusOnTurn();
}

const show = (element) => element.scrollIntoView({ block: "nearest" });

// Focus the link to the next drill, the first part of an incomplete answer, a new question, or the
// result of a series. The page stays where it is if the grade is in view,
// and begins with the felt if chips would cover seats.
function focusOnTurn() {
  const next = document.querySelector(".grade [autofocus]");
  const missing = form?.querySelector("[autofocus]");
  if (next) {
    next.focus({ preventScroll: true });
    if (next.getBoundingClientRect().top < 0) show(document.querySelector(".rail"));
    show(next.parentElement);
  } else if (missing) {
    const target = missing.checkVisibility() ? missing : document.querySelector(".push-button");
    target.focus({ preventScroll: true });
    show(target.closest(".field") ?? target);
  } else {
    scrollTo({ top: 0, behavior: "instant" });
    const felt = document.querySelector(".rail");
    const chips = document.querySelector(".chip-tray");
    const isCovered = chips && chips.getBoundingClientRect().top < felt.getBoundingClientRect().bottom;
    if (isCovered) felt.scrollIntoView({ behavior: "instant" });
    document.querySelector("#drill-title, #over-title")?.focus({ preventScroll: true });
  }
}

// List the checked boxes of a folded field in its summary.
document.addEventListener("change", ({ target }) => {
  const fold = target.closest("[data-choosing]");
  if (!fold) return;
  const checked = [...fold.querySelectorAll(":checked")].map((box) => box.closest("label").textContent.trim());
  fold.querySelector("[data-chosen]").textContent = checked.join(", ") || "any";
});
document.addEventListener("keydown", choose);
document.addEventListener("submit", (event) => {
  if (event.target !== form) return;
  event.preventDefault();
  const { submitter } = event;
  const again = () => form.requestSubmit(submitter);
  ask(form, form.getAttribute("action"), { method: "POST", body: new FormData(form, submitter), again });
});
document.addEventListener("click", (event) => {
  const next = event.target.closest("[data-next]");
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!next || !isPlain) return;
  event.preventDefault();
  ask(next, next.getAttribute("href"), { again: () => next.click() });
});
begin();
