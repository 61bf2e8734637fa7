// The table: cards drawn where they lie, a picker, and settling once the last card is in its place.

const form = document.querySelector("[data-table]");
const answer = document.getElementById("answer");
const said = document.getElementById("said");

const CARD = /(10|[2-9tjqka])([cdhs♣♧♦♢♥♡♠♤])[\ufe0e\ufe0f]?/giu;
const SUIT = { "♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s" };
const PAUSE_IN_TYPING = 250;

const inputs = () => [...form.querySelectorAll("input[data-cards]")];
const pickerButtons = () => [...form.querySelectorAll("[data-card]")];
const wanted = (input) => Number(input.dataset.cards);

function cardsIn(input) {
  return [...input.value.matchAll(CARD)].map(([, rank, suit]) => {
    const letter = rank === "10" ? "T" : rank.toUpperCase();
    return letter + (SUIT[suit] ?? suit.toLowerCase());
  });
}

function write(input, cards) {
  input.value = cards.join(" ");
}

// The field that takes the next card: the one last used, if it has room, or else the first that has.
let lastUsed = null;
function nextPlace() {
  const room = inputs().filter((input) => cardsIn(input).length < wanted(input));
  return room.find((input) => input === lastUsed) ?? room[0];
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
  const used = inputs().flatMap(cardsIn);
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

const isComplete = () => inputs().every((input) => cardsIn(input).length >= wanted(input));

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
  const holder = inputs().find((input) => cardsIn(input).includes(code));
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
  const to = buttons[(from + (across ?? down * 13) + buttons.length) % buttons.length];
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
  // A request that a newer one takes the place of is given up, which is no fault.
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
