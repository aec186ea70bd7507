// The little that HTML cannot do by itself: a field that grows with its text, and copying.
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
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = before; }, 1500);
});
