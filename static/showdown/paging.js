// The arrow keys move from hand to hand, like the links “Previous” and “Next”.

const LINKS = { ArrowLeft: "a[rel=prev]", ArrowRight: "a[rel=next]" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, [role=region]")) return;
  const link = LINKS[event.key] && document.querySelector(`.turning ${LINKS[event.key]}`);
  if (!link) return;
  event.preventDefault();
  location.assign(link.href);
});
