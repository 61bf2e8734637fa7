// The table: cards drawn where they lie, a picker, and settling once the last card is in its place.

const form = document.querySelector("[data-table]");
const answer = document.getElementById("answer");
const said = document.getElementById("said");

const CARD = /(10|[2-9tjqka])([cdhs♣♧♦♢♥♡♠♤])[\ufe0e\ufe0f]?/giu;
const CARD_WITH_X = /(10|[2-9tjqkax])([cdhs♣♧♦♢♥♡♠♤])[\ufe0e\ufe0f]?/giu;
const MUCKED = /^\s*mucked\s*$/i;
const SUIT = { "♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s" };
const PAUSE_IN_TYPING = 250;

const inputs = () => [...form.querySelectorAll("input[data-cards]")];
const pickerButtons = () => [...form.querySelectorAll("[data-card]")];
const isOptional = (input) => "optional" in input.dataset;
const isMucked = (input) => MUCKED.test(input.value);

// Where the last card of a stud game is shared, each hand has one card less.
function wanted(input) {
  const isShared = inputs().some((other) => isOptional(other) && cardsIn(other).length);
  return Number(input.dataset.cards) - (isShared && !isOptional(input) ? 1 : 0);
}

function cardsIn(input) {
  const card = "xIsTen" in input.dataset ? CARD_WITH_X : CARD;
  return [...input.value.matchAll(card)].map(([, rank, suit]) => {
    const letter = /^(10|x)$/i.test(rank) ? "T" : rank.toUpperCase();
    return letter + (SUIT[suit] ?? suit.toLowerCase());
  });
}

function write(input, cards) {
  input.value = cards.join(" ");
}

// The field that takes the next card: the one last used, if it has room, or else the first that has.
let lastUsed = null;
function nextPlace() {
  const room = inputs().filter((input) => !isMucked(input) && cardsIn(input).length < wanted(input));
  return room.find((input) => input === lastUsed) ?? room.find((input) => !isOptional(input));
}

// The boards of a later run may begin with cards of the first.
function cardsOnce(input) {
  const run = input.dataset.laterRunOf;
  if (!run) return cardsIn(input);
  const first = cardsIn(document.getElementById(run));
  const cards = cardsIn(input);
  const different = cards.findIndex((code, place) => code !== first[place]);
  return different < 0 ? [] : cards.slice(different);
}

function drawCard(code, isTwice) {
  const face = form.querySelector(`[data-card="${code}"]`);
  const button = document.createElement("button");
  button.type = "button";
  button.className = `card suit-${code[1]}${isTwice ? " twice" : ""}`;
  button.dataset.takeBack = code;
  button.setAttribute("aria-label", `Take back the ${face.getAttribute("aria-label")}`);
  button.append(...[...face.childNodes].map((node) => node.cloneNode(true)));
  return button;
}

function drawEmpty(isNext) {
  const place = document.createElement("span");
  place.className = `card empty${isNext ? " next" : ""}`;
  return place;
}

function draw() {
  const used = inputs().flatMap(cardsOnce);
  const next = nextPlace();
  for (const input of inputs()) {
    const slots = input.closest("[data-place]").querySelector("[data-slots]");
    const cards = cardsIn(input);
    const drawn = cards.map((code) => drawCard(code, used.indexOf(code) !== used.lastIndexOf(code)));
    for (let place = cards.length; place < wanted(input); place += 1) {
      drawn.push(drawEmpty(input === next && place === cards.length));
    }
    slots.hidden = false;
    slots.replaceChildren(...drawn);
  }
  const picker = form.querySelector("[data-picker]");
  picker.hidden = false;
  for (const button of pickerButtons()) {
    button.setAttribute("aria-pressed", String(used.includes(button.dataset.card)));
  }
  if (!picker.querySelector('[tabindex="0"]')) pickerButtons()[0].tabIndex = 0;
}

const isComplete = () => inputs().every(
  (input) => isOptional(input) || isMucked(input) || cardsIn(input).length >= wanted(input),
);

function showErrors() {
  for (const field of form.querySelectorAll("[aria-describedby]")) {
    const error = document.getElementById(field.getAttribute("aria-describedby"));
    if (error?.textContent.trim()) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
}

function forgetAnswer() {
  answer.replaceChildren();
  said.replaceChildren();
}

function forgetErrors() {
  for (const error of form.querySelectorAll(".error")) error.textContent = "";
  showErrors();
}

let pause = 0;
function settleSoon(delay = 0) {
  clearTimeout(pause);
  if (isComplete()) pause = setTimeout(() => htmx.trigger(form, "settle"), delay);
}

function changed(delay = 0) {
  draw();
  forgetAnswer();
  forgetErrors();
  settleSoon(delay);
}

function tableIsNew() {
  draw();
  forgetAnswer();
  showErrors();
  if (!form.querySelector("[aria-invalid]")) settleSoon();
}

function pick(code) {
  const holder = inputs().find((input) => cardsOnce(input).includes(code));
  if (holder) {
    takeBack(holder, code);
    return;
  }
  const place = nextPlace();
  if (!place) return;
  write(place, [...cardsIn(place), code]);
  changed();
}

function takeBack(holder, code) {
  write(holder, cardsIn(holder).filter((each) => each !== code));
  lastUsed = holder;
  changed();
}

// In the picker one button can be reached by Tab, the others from there by the arrow keys.
function moveInPicker(event) {
  const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!across && !down) return;
  const buttons = pickerButtons();
  const from = buttons.indexOf(event.target);
  const inSuit = event.target.parentElement.children.length;
  const to = buttons[(from + (across ?? down * inSuit) + buttons.length) % buttons.length];
  event.preventDefault();
  event.target.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}

form.addEventListener("input", (event) => {
  if (event.target.matches("[data-cards]")) {
    lastUsed = event.target;
    changed(PAUSE_IN_TYPING);
  } else if (!event.target.matches("[data-setting], [name=line]") && isComplete()) {
    changed(PAUSE_IN_TYPING);
  }
});
form.addEventListener("change", (event) => {
  if (event.target.matches("[data-setting]")) ask("table");
});
form.addEventListener("focusin", (event) => {
  if (!event.target.matches("[data-cards]")) return;
  lastUsed = event.target;
  draw();
});
form.addEventListener("click", (event) => {
  const picked = event.target.closest("[data-card]");
  const placed = event.target.closest("[data-take-back]");
  if (picked) pick(picked.dataset.card);
  if (placed) {
    const input = placed.closest("[data-place]").querySelector("[data-cards]");
    takeBack(input, placed.dataset.takeBack);
    input.focus({ preventScroll: true });
  }
});
form.addEventListener("keydown", (event) => {
  if (event.target.matches("[data-card]")) moveInPicker(event);
});

function ask(action) {
  const asked = { source: form, values: { action }, target: "#answer" };
  // A request that a newer one replaces is given up, which is no fault.
  htmx.ajax("POST", form.getAttribute("action"), asked).catch(() => {});
}

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target === form) {
    tableIsNew();
  } else if (event.target === answer) {
    showErrors();
  }
});

draw();
if (!answer.querySelector(".result, .message")) settleSoon();
