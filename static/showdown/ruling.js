// What one can do with a ruling: share it where the system has a way to, and print it.

function offer(root) {
  for (const button of root.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  for (const button of root.querySelectorAll("[data-print]")) button.hidden = false;
}

async function share(button) {
  const url = button.dataset.share ? new URL(button.dataset.share, location.href).href : location.href;
  const text = document.getElementById("ruling-text")?.textContent;
  try {
    await navigator.share({ title: button.dataset.title, text, url });
  } catch (error) {
    if (error.name !== "AbortError") button.textContent = "It couldn’t be shared";
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share], [data-print]");
  if (!button) return;
  if ("print" in button.dataset) print();
  else share(button);
});
document.addEventListener("htmx:load", (event) => offer(event.target));
offer(document);
