// Request the progress of a batch or an audit each second; reload the page when it ends.

import { askFor, put } from "./parts.js";

const SECOND = 1000;
const place = document.querySelector("[data-progress]");

async function look() {
  const came = await askFor("progress", location.href, { source: place, again: look });
  if (!came) return;
  if (came.part !== "progress") {
    location.reload();
    return;
  }
  put(place, came.html);
  setTimeout(look, SECOND);
}

if (place) setTimeout(look, SECOND);
