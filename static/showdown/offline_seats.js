// Add a player to the table, or remove one, while offline, with the same result as on the server: cards
// stay, and players after a removed one move up. The ruling follows when the connection is back.

const seatsOf = (form) => [...form.querySelectorAll("[data-felt] .seat")];
const betsOf = (form) => [...form.querySelectorAll(".bet:has(.bet-name)")];
const nameField = (seat) => seat.querySelector("[name^=label-]");

function textNodes(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  return nodes;
}

// Change the number of a player in the fields, and in the default name.
function renumber(element, from, to) {
  const fields = new RegExp(`(hand|label|put-in|fold|seat|remove)-${from}(?!\\d)`, "g");
  const defaultNames = new RegExp(`(player )${from + 1}(?!\\d)`, "gi");
  const rename = (text) => text.replace(defaultNames, `$1${to + 1}`);
  for (const each of [element, ...element.querySelectorAll("*")]) {
    for (const attribute of each.attributes) {
      const text = rename(attribute.value.replace(fields, `$1-${to}`));
      if (text !== attribute.value) attribute.value = text;
    }
  }
  for (const node of textNodes(element)) {
    const text = rename(node.data);
    if (text !== node.data) node.data = text;
  }
  const name = element.querySelector(`[name="label-${to}"]`);
  if (name?.value === `Player ${from + 1}`) name.value = name.dataset.default;
}

// Add a copy of the last player's element, without cards and chips, and with the default name.
function addCopy(last, number) {
  const copy = last.cloneNode(true);
  const previousName = nameField(last)?.value ?? last.querySelector(".bet-name").textContent;
  const name = `Player ${number + 1}`;
  for (const each of copy.querySelectorAll("[aria-label]")) each.ariaLabel = each.ariaLabel.replace(previousName, name);
  for (const node of textNodes(copy)) node.data = node.data.replace(previousName, name);
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

function removePlayer(form, index) {
  const groups = [seatsOf(form), betsOf(form)];
  form.elements.button.options[index + 1].remove();
  for (const group of groups) {
    group[index].remove();
    group.slice(index + 1).forEach((element, offset) => renumber(element, index + offset + 1, index + offset));
  }
}

// Arrange the seats on the felt after their number has changed.
function arrangeSeats(form, seatClasses) {
  const felt = form.querySelector("[data-felt]");
  const seats = seatsOf(form);
  const counts = Object.keys(seatClasses).map(Number);
  const [min, max] = [Math.min(...counts), Math.max(...counts)];
  seats.forEach((seat, index) => {
    seat.className = `card-group seat ${seatClasses[seats.length][index]}`;
    seat.querySelector(".remove").hidden = seats.length === min;
  });
  felt.className = felt.className.replace(/seats-\d+/, `seats-${seats.length}`);
  form.elements.players.value = seats.length;
  const { options } = form.elements.button;
  if (options.length <= seats.length) options.add(new Option());
  [...options].slice(1).forEach((option, index) => { option.value = `seat-${index}`; });
  form.querySelector(".stepper .count").firstChild.textContent = seats.length;
  form.querySelector("[data-fewer]").disabled = seats.length === min;
  form.querySelector("[data-more]").disabled = seats.length === max;
}

// Perform an action such as `add` or `remove-2`; return whether the game allows the number of players.
export function changeSeats(form, action) {
  const seatClasses = JSON.parse(form.querySelector("[data-felt]").dataset.seatClasses);
  const seats = seatsOf(form);
  const isAdding = action === "add";
  if (!seatClasses[seats.length + (isAdding ? 1 : -1)]) return false;
  if (isAdding) for (const last of [seats.at(-1), betsOf(form).at(-1)]) addCopy(last, seats.length);
  else removePlayer(form, Number(action.replace("remove-", "")));
  arrangeSeats(form, seatClasses);
  return true;
}
