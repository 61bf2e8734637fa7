// Add a player to the table, or remove one, while offline. Cards stay, and players behind a removed one
// move up, as on the server; the ruling follows when the connection is back.

const seatsOf = (form) => [...form.querySelectorAll("[data-felt] .seat")];
const betsOf = (form) => [...form.querySelectorAll(".bet:has(.bet-name)")];
const nameField = (seat) => seat.querySelector("[name^=label-]");

function texts(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  return found;
}

// Give the fields of one player another number, and default names with it.
function renumber(element, from, to) {
  const fields = new RegExp(`(hand|label|put-in|fold|seat|remove)-${from}(?!\\d)`, "g");
  const names = new RegExp(`(player )${from + 1}(?!\\d)`, "gi");
  const renamed = (text) => text.replace(names, `$1${to + 1}`);
  for (const each of [element, ...element.querySelectorAll("*")]) {
    for (const attribute of each.attributes) {
      const text = renamed(attribute.value.replace(fields, `$1-${to}`));
      if (text !== attribute.value) attribute.value = text;
    }
  }
  for (const node of texts(element)) {
    const text = renamed(node.data);
    if (text !== node.data) node.data = text;
  }
  const name = element.querySelector(`[name="label-${to}"]`);
  if (name?.value === `Player ${from + 1}`) name.value = name.dataset.default;
}

// Remove cards and chips from the copy, and give it the default name.
function addCopy(last, number) {
  const copy = last.cloneNode(true);
  const before = nameField(last)?.value ?? last.querySelector(".bet-name").textContent;
  const name = `Player ${number + 1}`;
  for (const each of copy.querySelectorAll("[aria-label]")) each.ariaLabel = each.ariaLabel.replace(before, name);
  for (const node of texts(copy)) node.data = node.data.replace(before, name);
  renumber(copy, number - 1, number);
  for (const field of copy.querySelectorAll("input")) {
    if (field.type === "checkbox" || field.type === "radio") field.checked = false;
    else field.value = "";
  }
  const field = nameField(copy);
  if (field) field.value = name;
  for (const part of copy.querySelectorAll(".tag-text strong, .made-line, .error, [data-bet-of]")) part.textContent = "";
  last.after(copy);
}

function removeAt(form, index) {
  const groups = [seatsOf(form), betsOf(form)];
  form.elements.button.options[index + 1].remove();
  for (const group of groups) {
    group[index].remove();
    group.slice(index + 1).forEach((each, moved) => renumber(each, index + moved + 1, index + moved));
  }
}

// Arrange the seats around the felt after their number has changed.
function arrangeSeats(form, seatClasses) {
  const felt = form.querySelector("[data-felt]");
  const seats = seatsOf(form);
  const counts = Object.keys(seatClasses).map(Number);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  seats.forEach((seat, index) => {
    seat.className = `card-group seat ${seatClasses[seats.length][index]}`;
    seat.querySelector(".remove").hidden = seats.length === least;
  });
  felt.className = felt.className.replace(/seats-\d+/, `seats-${seats.length}`);
  form.elements.players.value = seats.length;
  const { options } = form.elements.button;
  if (options.length <= seats.length) options.add(new Option());
  [...options].slice(1).forEach((option, index) => { option.value = `seat-${index}`; });
  form.querySelector(".stepper .count").firstChild.textContent = seats.length;
  form.querySelector("[data-fewer]").disabled = seats.length === least;
  form.querySelector("[data-more]").disabled = seats.length === most;
}

// Do `add` or `remove-2`; return whether the game allows it.
export function reseat(form, action) {
  const seatClasses = JSON.parse(form.querySelector("[data-felt]").dataset.seatClasses);
  const seats = seatsOf(form);
  const isAdding = action === "add";
  if (!seatClasses[seats.length + (isAdding ? 1 : -1)]) return false;
  if (isAdding) for (const last of [seats.at(-1), betsOf(form).at(-1)]) addCopy(last, seats.length);
  else removeAt(form, Number(action.replace("remove-", "")));
  arrangeSeats(form, seatClasses);
  return true;
}
