// A task on a platform: draws the items that the batch's row holds, and keeps each answer in a field of the platform's form.
// No template literals here: a dollar before a brace would be one of the platform's variables.

function readPage() {
  // Where the platform escapes what it fills in, the quotes around texts come as &quot;. No text of ours holds an ampersand.
  const held = document.getElementById("page").textContent.replace(/&(?:quot|#34|#x22);/g, '"');
  try {
    return JSON.parse(held);
  } catch {
    return null;
  }
}

function field(place, kind, value) {
  const made = element("input");
  made.type = kind;
  made.name = "answer-" + place;
  made.value = value;
  return made;
}

// Pipe form: a bar inside a word is escaped, and so is a backslash.
function piped(words, breaks) {
  const safe = words.map((word) => word.replace(/[\\|]/g, "\\$&"));
  return safe.map((word, number) => word + (number < breaks.length ? (breaks[number] ? "|" : " ") : "")).join("");
}

function cut(words, breaks) {
  const whole = element("span", "cut");
  whole.dir = "auto";
  whole.setAttribute("role", "img");
  whole.setAttribute("aria-label", words.map((word, number) => word + (number < breaks.length ? (breaks[number] ? " | " : " ") : "")).join(""));
  let unit = null;
  let segment = null;
  words.forEach((word, number) => {
    if (number > 0) (breaks[number - 1] ? unit : segment).append(element("span", breaks[number - 1] ? "gap break" : "gap"));
    if (number === 0 || breaks[number - 1]) {
      unit = element("span", "unit");
      segment = element("span", "segment");
      unit.append(segment);
      whole.append(unit);
    }
    segment.append(element("span", "word", word));
  });
  return whole;
}

function choice(place, value, content) {
  const label = element("label");
  const radio = field(place, "radio", value);
  radio.required = true;
  label.append(radio, " ", content);
  return label;
}

const drawing = {
  flat(item, place) {
    const row = element("div", "flat");
    row.dir = "auto";
    let unit = null;
    const breaks = item.words.slice(1).map(() => 0);
    const answer = field(place, "hidden", piped(item.words, breaks));
    item.words.forEach((word, number) => {
      if (number > 0) {
        const gap = element("label", "gap");
        const box = element("input");
        box.type = "checkbox";
        box.setAttribute("aria-label", said("break_between", { first: item.words[number - 1], second: word }));
        box.addEventListener("change", () => {
          breaks[number - 1] = Number(box.checked);
          answer.value = piped(item.words, breaks);
        });
        const bar = element("span");
        bar.setAttribute("aria-hidden", "true");
        gap.append(box, bar);
        unit.append(gap);
      }
      unit = element("span", "unit");
      unit.append(element("span", "word", word));
      row.append(unit);
    });
    row.append(answer);
    return [row];
  },
  nested(item, place) {
    const whole = element("div", "nested");
    whole.dataset.words = JSON.stringify(item.words);
    const label = element("label", "plain");
    label.append(field(place, "text", ""));
    whole.append(label);
    joining(whole);
    return [whole];
  },
  options(item, place) {
    const whole = element("div", "options");
    const all = [];
    for (let number = 0; number < 2 ** (item.words.length - 1); number += 1) {
      const breaks = item.words.slice(1).map((_, gap) => (number >> gap) & 1);
      all.push(choice(place, piped(item.words, breaks), cut(item.words, breaks)));
    }
    // Another order for everyone: what stands first is chosen more often.
    for (let last = all.length - 1; last > 0; last -= 1) {
      const other = Math.floor(Math.random() * (last + 1));
      [all[last], all[other]] = [all[other], all[last]];
    }
    whole.append(...all, choice(place, "?", said("not_understood")));
    return [whole];
  },
  judgement(item, place) {
    const row = element("div", "options row");
    row.append(choice(place, "1", said("yes")), choice(place, "0", said("no")));
    const paragraph = element("blockquote", "", item.paragraph);
    paragraph.dir = "auto";
    return [paragraph, row];
  },
};

function fieldset(item, number) {
  const place = number + 1;
  const made = element("fieldset", "item");
  made.id = "item-" + place;
  made.dataset.place = place;
  const legend = element("legend");
  const isShown = ["judgement", "options"].includes(work.dataset.task);
  const text = element("span", isShown ? "query" : "query visually-hidden", item.text);
  text.dir = "auto";
  legend.append(element("span", "number", String(place)), text);
  made.append(legend, ...drawing[work.dataset.task](item, place));
  return made;
}

const page = readPage();
if (page === null || page.task !== work.dataset.task) {
  const cure = "load it together with a batch of the task " + work.dataset.task;
  complain({ problem: page === null ? "This is a template without its queries" : "The batch is of another task", cure });
  work.querySelector("button[type=submit]").disabled = true;
} else {
  document.getElementById("items").append(...page.items.map(fieldset));
  work.addEventListener("keydown", moveBetweenGaps);
  const form = work.closest("form");
  if (form) form.addEventListener("submit", (event) => { if (!allJoined()) event.preventDefault(); });
}
