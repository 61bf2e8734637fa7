// What one can do with a ruling: share it (where the system has no way to, its address is copied), and print it.

function offer(root) {
  for (const button of root.querySelectorAll("[data-share], [data-print]")) button.hidden = false;
}

// The address of what is stored, or else of what lies on the table.
async function share(button) {
  const stored = document.querySelector("[data-permanent]")?.href;
  const url = stored ?? location.href;
  const text = document.getElementById("ruling-text")?.textContent;
  const title = document.querySelector(".headline")?.textContent ?? button.dataset.title;
  try {
    if (navigator.share) await navigator.share({ title, text, url });
    else await navigator.clipboard.writeText(url);
    if (!navigator.share) tell(button, "Link copied");
  } catch (error) {
    if (error.name !== "AbortError") tell(button, "Couldn’t share");
  }
}

function tell(button, words) {
  const before = button.textContent;
  if (before === words) return;
  button.textContent = words;
  setTimeout(() => { button.textContent = before; }, 2000);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share], [data-print]");
  if (!button) return;
  if ("print" in button.dataset) print();
  else share(button);
});
document.addEventListener("htmx:load", (event) => offer(event.target));
offer(document);
