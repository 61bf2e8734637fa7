// The trainer by keys and taps: numbers choose, Enter answers or goes on, chips are pushed by tapping.

const form = document.querySelector("[data-answer]");
const next = document.querySelector("[data-next]");
const CHIPS = [1, 5, 25, 100, 500, 1000, 5000, 25000, 100000];

next?.focus();
for (const print of document.querySelectorAll("[data-print]")) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}
const timer = document.querySelector("[data-left]");
if (timer) {
  const end = performance.now() + Number(timer.dataset.left) * 1000;
  const tick = () => { timer.textContent = `${Math.max(0, Math.ceil((end - performance.now()) / 1000))} s`; };
  timer.hidden = false;
  tick();
  setInterval(tick, 500);
}
if (form) {
  form.querySelector("[data-keys]").hidden = !form.querySelector("[type=radio], [type=checkbox]");
  document.addEventListener("keydown", choose);
  if (form.classList.contains("kind-chips")) pushing();
}

function isTyping(target) {
  return target.matches("input:not([type=radio], [type=checkbox]), textarea, select, summary, a, button");
}

// 1 chooses the first answer, 2 the second; Enter sends what is chosen.
function choose(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const options = [...form.querySelectorAll("[type=radio], [type=checkbox]")];
  const option = options[Number(event.key) - 1];
  if (/^[1-9]$/.test(event.key) && option) {
    option.checked = option.type === "radio" || !option.checked;
    option.focus();
    event.preventDefault();
  } else if (event.key === "Enter") {
    form.requestSubmit();
    event.preventDefault();
  }
}

// A row of chips; the one that is chosen goes to the player whose button is tapped.
function pushing() {
  const whole = Number(form.dataset.whole);
  const unit = Number(form.dataset.unit.replaceAll(",", ""));
  const amounts = [...form.querySelectorAll("input[type=number]")];
  const sizes = CHIPS.filter((size) => size % unit === 0 && size <= whole).slice(-6);
  if (sizes[0] !== unit) sizes.unshift(unit);
  const row = document.createElement("div");
  row.className = "pushing";
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", "Chips");
  const left = document.createElement("output");
  left.className = "left";
  row.append(left, ...sizes.map((size) => chip(size, row)), chip("all", row));
  form.querySelector(".amount-field").before(row);
  row.lastChild.previousSibling.setAttribute("aria-pressed", "true");

  const remaining = () => whole - amounts.reduce((sum, input) => sum + Number(input.value), 0);
  const show = () => { left.textContent = `${remaining().toLocaleString("en")} left${form.dataset.rake === undefined ? "" : ", with the rake"}`; };
  for (const input of amounts) {
    const name = form.querySelector(`label[for="${input.id}"]`).textContent;
    input.after(
      button(`Push to ${name}`, () => {
        const { size } = row.querySelector("[aria-pressed=true]").dataset;
        const most = Math.max(0, remaining());
        input.value = Number(input.value) + (size === "all" ? most : Math.min(Number(size), most));
        show();
      }),
      button(`Clear ${name}`, () => { input.value = ""; show(); }),
    );
    input.addEventListener("input", show);
  }
  show();
}

function chip(size, row) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "chip-button";
  made.dataset.size = size;
  made.textContent = size === "all" ? "All left" : size.toLocaleString("en");
  made.setAttribute("aria-pressed", "false");
  made.addEventListener("click", () => {
    for (const each of row.querySelectorAll("[aria-pressed]")) each.setAttribute("aria-pressed", String(each === made));
  });
  return made;
}

function button(name, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "push-button";
  made.setAttribute("aria-label", name);
  made.textContent = name.startsWith("Push") ? "Push" : "Clear";
  made.addEventListener("click", act);
  return made;
}
