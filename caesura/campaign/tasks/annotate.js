// What is clicked on annotators' pages: gaps between words, and neighbours that are joined. The studio loads it beside sending.js;
// on other platforms it stands inside the task's template, where a dollar before a brace would
// be one of the platform's variables: so no template literals in this file.
"use strict";

const work = document.getElementById("work");
const told = document.getElementById("told");

function element(name, kind, text) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  if (text !== undefined) made.textContent = text;
  return made;
}

function complain(answer) {
  told.textContent = answer.problem + ": " + answer.cure + ".";
  work.querySelectorAll(".item").forEach((item) => { item.classList.toggle("wrong", Number(item.dataset.place) === answer.place); });
  const item = answer.place ? document.getElementById("item-" + answer.place) : told;
  item.scrollIntoView({ block: "center" });
}

// --- flat: arrows go from gap to gap, up and down from query to query ---------------------------------------------------
function moveBetweenGaps(event) {
  const all = [...work.querySelectorAll(".flat input[type=checkbox]")];
  const place = all.indexOf(document.activeElement);
  if (place < 0) return;
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  let next = step ? all[place + step] : null;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const items = [...work.querySelectorAll(".item")];
    const item = items[items.indexOf(document.activeElement.closest(".item")) + (event.key === "ArrowDown" ? 1 : -1)];
    next = item ? item.querySelector(".flat input[type=checkbox]") : null;
  }
  if (next) {
    next.focus();
    event.preventDefault();
  }
}

// --- nested: pieces are words or pairs of pieces -------------------------------------------------------------------------
function brackets(piece) {
  return typeof piece === "string" ? escaped(piece) : "(" + brackets(piece[0]) + " " + brackets(piece[1]) + ")";
}

function escaped(word) {
  return word.replace(/[\\()]/g, "\\$&");
}

function spoken(piece) {
  return typeof piece === "string" ? piece : spoken(piece[0]) + " " + spoken(piece[1]);
}

function drawn(piece) {
  if (typeof piece === "string") return element("span", "piece single", piece);
  const box = element("span", "piece");
  box.append(drawn(piece[0]), drawn(piece[1]));
  return box;
}

function joining(place) {
  const words = JSON.parse(place.dataset.words);
  const input = place.querySelector("input");
  place.querySelector("label").hidden = true;
  const row = element("div", "pieces");
  const below = element("div", "row");
  const undo = element("button", "", "Undo");
  undo.type = "button";
  const state = element("span", "hint");
  state.setAttribute("role", "status");
  below.append(undo, state);
  place.append(row, below);
  let pieces = words;
  const before = [];

  function show(focus) {
    row.replaceChildren();
    pieces.forEach((piece, number) => {
      if (number > 0) {
        const join = element("button", "", "⁀");
        join.type = "button";
        join.setAttribute("aria-label", "join " + spoken(pieces[number - 1]) + " and " + spoken(piece));
        join.addEventListener("click", () => {
          before.push(pieces);
          pieces = [...pieces.slice(0, number - 1), [pieces[number - 1], piece], ...pieces.slice(number + 1)];
          show(number - 1);
        });
        row.append(join);
      }
      row.append(drawn(piece));
    });
    const whole = pieces.length === 1;
    input.value = whole ? brackets(pieces[0]) : "";
    state.textContent = whole ? "Done" : pieces.length - 1 + " to join";
    state.className = whole ? "done" : "hint";
    undo.disabled = before.length === 0;
    if (focus !== undefined) {
      const buttons = row.querySelectorAll("button");
      (buttons[Math.min(focus, buttons.length - 1)] || undo).focus();
    }
  }
  undo.addEventListener("click", () => {
    if (before.length) pieces = before.pop();
    show(0);
  });
  place.addEventListener("keydown", (event) => {
    const buttons = [...row.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement);
    const next = { ArrowRight: buttons[at + 1], ArrowLeft: buttons[at - 1] }[event.key];
    if (at >= 0 && next) {
      next.focus();
      event.preventDefault();
    } else if (event.key === "Backspace" && before.length) {
      event.preventDefault();
      undo.click();
    }
  });
  show();
}

// Whether all queries are joined to one piece; if not, the first that is not is shown.
function allJoined() {
  const open = [...work.querySelectorAll(".nested")].find((place) => !place.querySelector("input").value);
  if (open) {
    complain({ problem: "A query is not joined to one piece yet", cure: "join until one is left", place: Number(open.closest(".item").dataset.place) });
  }
  return !open;
}
