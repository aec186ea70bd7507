// The little that HTML cannot do by itself: a field that grows with its text, copying, asking before what cannot be taken back,
// and a dashboard that leaves open what was opened.
"use strict";

function fit(area) {
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}

const query = document.querySelector(".ask textarea");
if (query) {
  fit(query);
  query.addEventListener("input", () => fit(query));
  // Enter asks, as in any search field; Shift+Enter begins the next line of a log.
  query.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !query.value.includes("\n")) {
      event.preventDefault();
      query.form.requestSubmit();
    }
  });
  query.setSelectionRange(query.value.length, query.value.length);
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
  const before = button.textContent;
  button.textContent = button.dataset.copied || "Copied";
  setTimeout(() => { button.textContent = before; }, 1500);
});

// Whoever fills in a field of a rule, or of the payment, wants it.
document.addEventListener("input", (event) => {
  const box = event.target.closest("fieldset.rule")?.querySelector("legend input[type=checkbox]");
  if (box && event.target !== box) box.checked = true;
});

// At the end of a platform's study: back to the platform, with time to copy the code first.
const back = document.querySelector("[data-return]");
if (back) {
  const returning = document.getElementById("returning");
  returning.textContent = returning.dataset.text;
  setTimeout(() => { location.assign(back.href); }, 1000 * Number(back.dataset.return));
}

document.addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
  const busy = event.submitter?.dataset.busy;
  if (busy && !event.defaultPrevented) {
    event.submitter.replaceChildren(Object.assign(document.createElement("span"), { className: "spinner" }), ` ${busy}`);
    event.submitter.setAttribute("aria-busy", "true");
  }
});
// Back from the page that was sent to: the button is what it was.
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

// Figures that no longer grow say so: the session has ended, or the studio does not answer.
function figuresState(event, text) {
  const stale = document.getElementById("stale");
  if (!stale || event.detail.target?.id !== "figures") return;
  stale.hidden = !text;
  stale.textContent = text ? stale.dataset[text] : "";
}
document.addEventListener("htmx:responseError", (event) => figuresState(event, [401, 403].includes(event.detail.xhr.status) ? "ended" : "silent"));
document.addEventListener("htmx:sendError", (event) => figuresState(event, "silent"));
document.addEventListener("htmx:afterSwap", (event) => figuresState(event, ""));

// What htmx draws anew every few seconds: opened details stay open, and a table stays where it was scrolled to.
let drawnBefore = { open: [], scrolled: [] };
document.addEventListener("htmx:beforeSwap", (event) => {
  const target = event.detail.target;
  drawnBefore = {
    open: [...target.querySelectorAll("details[id][open]")].map((details) => details.id),
    scrolled: [...target.querySelectorAll(".scroll")].map((part) => part.scrollLeft),
  };
});
document.addEventListener("htmx:afterSwap", (event) => {
  drawnBefore.open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
  event.detail.target.querySelectorAll(".scroll").forEach((part, number) => { part.scrollLeft = drawnBefore.scrolled[number] ?? 0; });
});
