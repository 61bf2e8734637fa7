// Repeating rows of fields: Enter moves to the next field, and adds a row after the last one.

const rowsOf = (group) => [...group.querySelectorAll("[data-row]")];
const fieldsOf = (row) => [...row.querySelectorAll("input:not([type=hidden])")];

function addRow(group) {
  const rows = rowsOf(group);
  const row = rows.at(-1).cloneNode(true);
  const number = rows.length + 1;
  row.querySelectorAll(".error").forEach((error) => error.remove());
  for (const field of fieldsOf(row)) {
    field.value = "";
    field.id = field.id.replace(/\d+$/, number);
    for (const name of ["aria-invalid", "aria-describedby", "autofocus"]) field.removeAttribute(name);
    field.placeholder = field.placeholder.replace(/^Player \d+$/, `Player ${number}`);
    field.setAttribute("aria-label", field.getAttribute("aria-label").replace(/\d+/, number));
  }
  rows.at(-1).after(row);
  return row;
}

function focusNext(group, field) {
  const fields = rowsOf(group).flatMap(fieldsOf);
  const nextField = fields[fields.indexOf(field) + 1];
  (nextField ?? fieldsOf(addRow(group))[0]).focus();
}

for (const group of document.querySelectorAll("[data-rows]")) {
  const button = group.querySelector("[data-add-row]");
  button.addEventListener("click", () => fieldsOf(addRow(group))[0].focus());
  group.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches("[data-row] input")) return;
    event.preventDefault();
    focusNext(group, event.target);
  });
}
