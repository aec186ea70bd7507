// What is clicked on annotators' pages: gaps between words, and neighbours that are joined. The studio loads it beside sending.js;
// on other platforms it stands inside the task's template, where a dollar before a brace would
// be one of the platform's variables: so no template literals in this file.
"use strict";

const work = document.getElementById("work");
const problem = document.getElementById("problem");
const texts = JSON.parse((document.getElementById("texts") || { textContent: "{}" }).textContent);

// A text of the page's language, with what stands in braces filled in.
function said(name, values) {
  return (texts[name] || name).replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
}

function element(name, kind, text) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  if (text !== undefined) made.textContent = text;
  return made;
}

// Below what is clicked: a button that takes the last step back, and a line that says what to do next.
function undoRow() {
  const below = element("div", "row");
  const undo = element("button", "", said("undo"));
  undo.type = "button";
  const state = element("span", "hint");
  state.setAttribute("role", "status");
  below.append(undo, state);
  return { below, undo, state };
}

function complain(answer) {
  problem.textContent = answer.problem + (answer.cure ? ": " + answer.cure : "") + ".";
  work.querySelectorAll(".item").forEach((item) => { item.classList.toggle("wrong", Number(item.dataset.place) === answer.place); });
  const item = answer.place ? document.getElementById("item-" + answer.place) : problem;
  item.scrollIntoView({ block: "center" });
}

function isRightToLeft(part) {
  return getComputedStyle(part).direction === "rtl";
}

// --- flat: arrows go from gap to gap, up and down from query to query; enter breaks or joins, as space does ---------------
function moveBetweenGaps(event) {
  const all = [...work.querySelectorAll(".flat input[type=checkbox]")];
  const place = all.indexOf(document.activeElement);
  if (place < 0) return;
  if (event.key === "Enter") {
    event.preventDefault();
    document.activeElement.click();
    return;
  }
  const onwards = isRightToLeft(document.activeElement) ? -1 : 1;
  const step = { ArrowRight: onwards, ArrowLeft: -onwards }[event.key];
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

// Pieces from bracket form, as brackets() writes it; null where it is anything else.
function fromBrackets(text) {
  const tokens = text.match(/[()]|(?:\\.|[^\s()\\])+/g) || [];
  let at = 0;
  function piece() {
    const token = tokens[at];
    at += 1;
    if (token !== "(") return token === undefined || token === ")" ? null : token.replace(/\\(.)/g, "$1");
    const pair = [piece(), piece()];
    at += 1;
    return tokens[at - 1] === ")" && pair[0] !== null && pair[1] !== null ? pair : null;
  }
  const whole = piece();
  return at === tokens.length ? whole : null;
}

// What was joined so far stands in data-steps, all states from the first to the present one: a kept draft is put there before.
function joining(place) {
  const words = JSON.parse(place.dataset.words);
  const input = place.querySelector("input");
  place.querySelector("label").hidden = true;
  const row = element("div", "pieces");
  row.dir = "auto";
  const { below, undo, state } = undoRow();
  place.append(row, below);
  const earlier = input.value ? fromBrackets(input.value) : null;
  const before = place.dataset.steps ? JSON.parse(place.dataset.steps) : earlier === null ? [words] : [words, [earlier]];
  let pieces = before.pop();

  function show(focus) {
    row.replaceChildren();
    let unit = null;
    pieces.forEach((piece, number) => {
      if (number > 0) {
        const join = element("button", "", "⁀");
        join.type = "button";
        join.setAttribute("aria-label", said("join_two", { first: spoken(pieces[number - 1]), second: spoken(piece) }));
        join.addEventListener("click", () => {
          before.push(pieces);
          pieces = [...pieces.slice(0, number - 1), [pieces[number - 1], piece], ...pieces.slice(number + 1)];
          show(number - 1);
        });
        unit.append(join);
      }
      // A piece and the button after it stay together, so that no line begins with a button.
      unit = element("span", "unit");
      unit.append(drawn(piece));
      row.append(unit);
    });
    const whole = pieces.length === 1;
    input.value = whole ? brackets(pieces[0]) : "";
    state.textContent = whole ? said("done") : said("to_join", { number: pieces.length - 1 });
    state.className = whole ? "done" : "hint";
    undo.disabled = before.length === 0;
    place.dataset.steps = JSON.stringify([...before, pieces]);
    if (focus !== undefined) {
      const buttons = row.querySelectorAll("button");
      (buttons[Math.min(focus, buttons.length - 1)] || undo).focus();
      place.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
  undo.addEventListener("click", () => {
    if (before.length) pieces = before.pop();
    show(0);
  });
  place.addEventListener("keydown", (event) => {
    const buttons = [...row.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement);
    const onwards = isRightToLeft(row) ? -1 : 1;
    const next = { ArrowRight: buttons[at + onwards], ArrowLeft: buttons[at - onwards] }[event.key];
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
    complain({ problem: said("not_joined"), cure: said("join_on"), place: Number(open.closest(".item").dataset.place) });
  }
  return !open;
}
