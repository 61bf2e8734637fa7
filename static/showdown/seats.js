// Add a seat to the table, or remove the last one, while offline. Cards stay; the ruling follows when
// the connection is back.

const withNumber = (html, from, to) => html
  .replaceAll(new RegExp(`(hand|label|put-in|fold|seat|remove)-${from}(?=["_])`, "g"), `$1-${to}`)
  .replaceAll(`Name of player ${from + 1}`, `Name of player ${to + 1}`);

function addCopy(last, number, before) {
  const made = document.createElement("template");
  made.innerHTML = withNumber(last.outerHTML, number - 1, number);
  const seat = made.content.firstElementChild;
  const name = `Player ${number + 1}`;
  for (const element of seat.querySelectorAll("[aria-label]")) {
    element.ariaLabel = element.ariaLabel.replace(before, name);
  }
  for (const label of seat.querySelectorAll("label, label span")) {
    for (const text of label.childNodes) {
      if (text.nodeType === Node.TEXT_NODE) text.textContent = text.textContent.replace(before, name);
    }
  }
  for (const field of seat.querySelectorAll("input")) {
    if (field.type === "checkbox" || field.type === "radio") field.checked = false;
    else field.value = "";
  }
  const label = seat.querySelector("[name^=label-]");
  if (label) label.value = label.dataset.default = name;
  for (const part of seat.querySelectorAll(".said-of strong, .made-line, .error, [data-bet-of]")) part.textContent = "";
  last.after(seat);
}

// Return whether the table has this number of players now.
export function seat(form, count) {
  const felt = form.querySelector("[data-felt]");
  const classes = JSON.parse(felt.dataset.around)[count];
  const seats = [...felt.querySelectorAll(".seat")];
  if (!classes) return false;
  const lasts = [seats.at(-1), [...form.querySelectorAll(".bet:not(.pot)")].at(-1)];
  const { textContent: before } = lasts[0].querySelector(".typed label");
  for (const last of lasts) {
    if (count > seats.length) addCopy(last, seats.length, before);
    else last.remove();
  }
  [...felt.querySelectorAll(".seat")].forEach((each, index) => {
    each.className = `place seat ${classes[index]}`;
  });
  felt.classList.replace(`seats-${seats.length}`, `seats-${count}`);
  const counts = Object.keys(JSON.parse(felt.dataset.around)).map(Number);
  form.elements.players.value = count;
  form.querySelector(".stepper .count").firstChild.textContent = count;
  form.querySelector("[data-fewer]").disabled = count === Math.min(...counts);
  form.querySelector("[data-more]").disabled = count === Math.max(...counts);
  return true;
}
