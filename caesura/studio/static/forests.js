// Forests of a query: its words one below the other, arcs at their side, a cut between any two. The fields for heads stay what is
// sent; without scripts they are what is filled in.
"use strict";

const DRAWN = "http://www.w3.org/2000/svg";

function rootAbove(heads, word) {
  for (let steps = 0; heads[word - 1] && steps <= heads.length; steps += 1) word = heads[word - 1];
  return word;
}

function isAbove(heads, upper, word) {
  for (let steps = 0; word && steps <= heads.length; steps += 1) {
    if (word === upper) return true;
    word = heads[word - 1];
  }
  return false;
}

function depthOf(heads, word) {
  let depth = 0;
  while (heads[word - 1] && depth <= heads.length) {
    word = heads[word - 1];
    depth += 1;
  }
  return depth;
}

function isBreak(heads, left) {
  return rootAbove(heads, left) !== rootAbove(heads, left + 1);
}

// The word hangs on the head. Where the head hung below the word, it takes the word's place.
function hung(heads, word, head) {
  const changed = [...heads];
  if (head && isAbove(heads, word, head)) changed[head - 1] = heads[word - 1];
  changed[word - 1] = head;
  return changed;
}

// Two trees side by side become one: the root on the right hangs on the root on the left.
function joined(heads, left) {
  return hung(heads, rootAbove(heads, left + 1), rootAbove(heads, left));
}

// No edge passes the cut: on the side without the root the highest word that lost its head becomes one, and the others hang on it.
function cutAt(heads, left) {
  const changed = [...heads];
  const root = rootAbove(heads, left);
  const across = heads.map((head, at) => at + 1).filter((word) => heads[word - 1] && (word <= left) !== (heads[word - 1] <= left));
  const other = across.filter((word) => (word <= left) !== (root <= left));
  const highest = other.reduce((best, word) => (depthOf(heads, word) < depthOf(heads, best) ? word : best), other[0]);
  across.forEach((word) => { changed[word - 1] = word === highest ? 0 : other.includes(word) ? highest : root; });
  return changed;
}

// The first two words whose edges cross, or whose tree is not in one piece; null for contiguous, projective trees.
function crossing(heads) {
  for (let word = 1; word <= heads.length; word += 1) {
    const head = heads[word - 1];
    const [low, high] = [Math.min(word, head), Math.max(word, head)];
    for (let between = low + 1; head && between < high; between += 1) {
      const above = heads[between - 1];
      if (above < low || above > high) return [word, between];
    }
  }
  return null;
}

function growing(place) {
  const fields = [...place.querySelectorAll("select")];
  const words = JSON.parse(place.dataset.words);
  place.querySelector(".heads").hidden = true;
  const canvas = element("div", "canvas");
  const drawing = document.createElementNS(DRAWN, "svg");
  drawing.setAttribute("aria-hidden", "true");
  const list = element("div", "words");
  canvas.append(drawing, list);
  const { below, undo, state } = undoRow();
  place.append(canvas, below);
  const before = [];
  let chosen = 0;

  const buttons = words.map((word, at) => {
    const button = element("button", "word");
    button.type = "button";
    button.append(element("span", "", word), element("small"));
    button.addEventListener("click", () => { choose(at + 1); });
    list.append(button);
    if (at + 1 < words.length) {
      const cut = element("button", "cutting");
      cut.type = "button";
      cut.append(element("span"));
      cut.setAttribute("aria-label", said("break_between", { first: word, second: words[at + 1] }));
      cut.addEventListener("click", () => {
        const heads = present();
        change(isBreak(heads, at + 1) ? joined(heads, at + 1) : cutAt(heads, at + 1));
      });
      list.append(cut);
    }
    return button;
  });
  const cuts = [...list.querySelectorAll(".cutting")];

  function present() {
    return fields.map((field) => Number(field.value));
  }

  function choose(word) {
    if (!chosen) {
      chosen = word;
      show();
      return;
    }
    const moved = chosen;
    chosen = 0;
    change(hung(present(), moved, word === moved ? 0 : word));
  }

  function change(heads) {
    before.push(present());
    chosen = 0;
    put(heads);
    place.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function put(heads) {
    fields.forEach((field, at) => { field.value = String(heads[at]); });
    show();
  }

  function show() {
    const heads = present();
    buttons.forEach((button, at) => {
      const head = heads[at];
      button.querySelector("small").textContent = head ? "→ " + words[head - 1] : said("root");
      button.setAttribute("aria-pressed", String(chosen === at + 1));
      button.classList.toggle("root", !head);
    });
    cuts.forEach((cut, at) => { cut.setAttribute("aria-pressed", String(isBreak(heads, at + 1))); });
    const wrong = crossing(heads);
    if (chosen) state.textContent = said("choose_head", { word: words[chosen - 1] });
    else if (wrong) state.textContent = said("crossing", { first: words[wrong[0] - 1], second: words[wrong[1] - 1] });
    else state.textContent = said("segments", { number: heads.filter((head) => !head).length });
    state.className = wrong && !chosen ? "problem" : "hint";
    undo.disabled = before.length === 0;
    draw(heads);
  }

  // Arcs beside the words, the longer the further out; an arrowhead at the word that hangs.
  function draw(heads) {
    const width = drawing.clientWidth || 72;
    drawing.replaceChildren();
    const middle = (word) => buttons[word - 1].offsetTop + buttons[word - 1].offsetHeight / 2;
    drawing.setAttribute("height", String(list.offsetHeight));
    heads.forEach((head, at) => {
      if (!head) return;
      const [from, to] = [middle(head) + (head > at + 1 ? -6 : 6), middle(at + 1)];
      const out = Math.max(4, width - 10 - 14 * Math.abs(head - at - 1));
      const line = document.createElementNS(DRAWN, "path");
      line.setAttribute("d", "M" + (width - 2) + " " + from + " C" + out + " " + from + " " + out + " " + to + " " + (width - 8) + " " + to);
      const tip = document.createElementNS(DRAWN, "path");
      tip.setAttribute("class", "tip");
      tip.setAttribute("d", "M" + (width - 9) + " " + (to - 4) + " L" + (width - 1) + " " + to + " L" + (width - 9) + " " + (to + 4) + " Z");
      drawing.append(line, tip);
    });
  }

  undo.addEventListener("click", () => {
    chosen = 0;
    if (before.length) put(before.pop());
    place.dispatchEvent(new Event("change", { bubbles: true }));
  });
  place.addEventListener("keydown", (event) => {
    const all = [...list.querySelectorAll("button")];
    const at = all.indexOf(document.activeElement);
    const next = { ArrowDown: all[at + 1], ArrowUp: all[at - 1] }[event.key];
    if (at >= 0 && next) {
      next.focus();
      event.preventDefault();
    } else if (event.key === "Escape" && chosen) {
      chosen = 0;
      show();
    } else if (event.key === "Backspace" && before.length) {
      event.preventDefault();
      undo.click();
    }
  });
  show();
  window.addEventListener("resize", () => { draw(present()); });
}
