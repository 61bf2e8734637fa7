// The field that takes anything: what is pasted into it is read at once, and Enter reads what was
// typed. A mark in the text below it leads to the same place in the field.

const field = () => document.getElementById("id_line");
const press = () => field().closest("[data-paste]").querySelector('[value="read"]').click();

document.addEventListener("paste", (event) => {
  if (event.target === field()) setTimeout(press);
});
document.addEventListener("keydown", (event) => {
  if (event.target !== field() || event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (field().value.trim()) press();
});
document.addEventListener("click", (event) => {
  const mark = event.target.closest("[data-paste] mark");
  if (!mark) return;
  const before = document.createRange();
  before.setStart(mark.parentElement, 0);
  before.setEndBefore(mark);
  const start = before.toString().length;
  field().focus();
  field().setSelectionRange(start, start + mark.textContent.length);
});
