// Annotators' pages in the studio: sending that survives a lost connection. What is clicked is in annotate.js, what is kept of it
// in drafts.js. Flat, option, judgement and syntax tasks are plain form fields and work without scripts; nested ones then take brackets.
"use strict";

// --- sending: the page's key makes sure that it counts once, so trying again is safe -------------------------------------
const sending = document.getElementById("sending");

function wait(seconds) {
  return new Promise((resolve) => { setTimeout(resolve, 1000 * seconds); });
}

async function send(event) {
  event.preventDefault();
  const button = document.getElementById("send");
  if (event.submitter !== button || !allJoined()) return;
  const body = new URLSearchParams(new FormData(work));
  button.disabled = true;
  sending.textContent = said("sending");
  for (let pause = 1; ; pause = Math.min(2 * pause, 30)) {
    try {
      const answer = await fetch(work.action, { method: "POST", body, headers: { Accept: "application/json" } });
      if (answer.status < 500 && answer.status !== 429) {
        const content = await answer.json();
        if (content.go && !content.problem) {
          dropDrafts();
          sending.textContent = said("stored");
          location.assign(content.go);
          return;
        }
        button.disabled = false;
        sending.textContent = "";
        complain({ problem: content.problem || content.error, cure: content.cure ?? said("again"), place: content.place });
        if (content.go) {
          const on = element("a", "button", said("go_on"));
          on.href = content.go;
          problem.append(" ", on);
        }
        return;
      }
    } catch {
      // The connection is gone; the answers are still here.
    }
    sending.textContent = said("no_connection");
    await wait(pause);
  }
}

if (work && work.dataset.preview) {
  work.addEventListener("keydown", moveBetweenGaps);
  work.querySelectorAll(".nested").forEach(joining);
  work.querySelectorAll(".forest").forEach((place) => { growing(place); });
} else if (work) {
  if (restoreDrafts()) sending.textContent = said("restored");
  work.addEventListener("keydown", moveBetweenGaps);
  work.querySelectorAll(".nested").forEach(joining);
  work.querySelectorAll(".forest").forEach((place) => { growing(place); });
  work.addEventListener("change", keepDraft);
  work.addEventListener("input", keepDraft);
  work.addEventListener("submit", send);
}
