// What every page can do a little better with JavaScript: copying, and seeing an upload progress.

function offerCopying(root) {
  for (const button of root.querySelectorAll("[data-copy], [data-copy-text]")) button.hidden = false;
}

async function copy(button) {
  const said = button.dataset.copyText
    ? document.getElementById(button.dataset.copyText).textContent
    : new URL(button.dataset.copy, location.href).href;
  const words = button.textContent;
  try {
    await navigator.clipboard.writeText(said);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Your browser didn’t allow it";
  }
  setTimeout(() => { button.textContent = words; }, 2000);
}

function upload(form) {
  const progress = form.querySelector("[data-upload-progress]");
  const said = form.querySelector("[data-upload-said]");
  const request = new XMLHttpRequest();
  const button = form.querySelector("button");
  progress.hidden = false;
  button.disabled = true;
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) progress.querySelector("progress").value = event.loaded / event.total;
  });
  request.addEventListener("error", () => {
    said.textContent = "The upload was interrupted. Try again.";
    button.disabled = false;
  });
  request.addEventListener("load", () => {
    if (request.status < 400) {
      location.assign(request.responseURL);
      return;
    }
    const answer = new DOMParser().parseFromString(request.responseText, "text/html");
    const refused = answer.querySelector(".message.error, h1");
    said.textContent = refused ? refused.textContent : "The file was refused.";
    button.disabled = false;
  });
  request.open("POST", form.action);
  request.send(new FormData(form));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-copy-text]");
  if (button) copy(button);
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-upload]")) return;
  event.preventDefault();
  upload(event.target);
});
document.addEventListener("htmx:load", (event) => offerCopying(event.target));
offerCopying(document);
