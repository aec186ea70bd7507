// The list of queries: searched, filtered, sorted, and drawn a few dozen at a time as the reader scrolls.
(function () {
  "use strict";
  var place = document.getElementById("queries");
  var data = JSON.parse(document.getElementById("page-data").textContent);
  var ID = 0, WORDS = 1, SAFE = 2, VOTES = 3, PREDICTIONS = 4, SCORES = 5;
  var STEP = 40;

  function element(name, kind, text) {
    var made = document.createElement(name);
    if (kind) made.className = kind;
    if (text !== undefined) made.textContent = text;
    return made;
  }
  function choice(label, options) {
    var box = element("label", "", label + " ");
    var select = element("select");
    options.forEach(function (text, number) {
      var option = element("option", "", text);
      option.value = number;
      select.appendChild(option);
    });
    box.appendChild(select);
    return [box, select];
  }
  function total(query) {
    return query[VOTES].reduce(function (sum, vote) { return sum + vote[1]; }, 0);
  }
  function pipe(words, bits) {
    return words.map(function (word, i) { return i === 0 ? word : (bits[i - 1] === "1" ? "|" : " ") + word; }).join("");
  }
  function draw(query, method) {
    var card = element("article", "query");
    var words = element("div", method < 0 ? "words plain" : "words");
    var all = total(query);
    query[WORDS].forEach(function (word, i) {
      if (i > 0) {
        var broke = query[VOTES].reduce(function (sum, vote) { return sum + (vote[0][i - 1] === "1" ? vote[1] : 0); }, 0);
        var broken = method >= 0 && query[PREDICTIONS][method][i - 1] === "1";
        var gap = element("span", broken ? "gap broken" : "gap");
        gap.title = broke + " of " + all + " broke here";
        var bar = element("span", "bar");
        bar.style.height = Math.round(85 * broke / all) + "%";
        gap.appendChild(bar);
        words.appendChild(gap);
      }
      words.appendChild(element("span", "word", word));
    });
    card.appendChild(words);
    var facts = element("div", "facts");
    facts.appendChild(element("span", "", query[SAFE] ? "safe" : "unsafe"));
    data.methods.forEach(function (name, number) {
      var fact = element("span", "", name + " ");
      fact.appendChild(element("b", "", query[SCORES][number].toFixed(2)));
      facts.appendChild(fact);
    });
    facts.appendChild(element("span", "", "id " + query[ID]));
    card.appendChild(facts);
    var more = element("details");
    more.appendChild(element("summary", "", query[VOTES].length + (query[VOTES].length === 1 ? " segmentation" : " segmentations")));
    more.addEventListener("toggle", function () {
      if (more.querySelector("table")) return;
      var table = element("table");
      query[VOTES].forEach(function (vote) {
        var row = table.insertRow();
        row.appendChild(element("td", "number", vote[1]));
        row.appendChild(element("td", "", pipe(query[WORDS], vote[0])));
        var who = data.methods.filter(function (_, number) { return query[PREDICTIONS][number] === vote[0]; });
        row.appendChild(element("td", "aside", who.join(", ")));
      });
      more.appendChild(table);
    });
    card.appendChild(more);
    return card;
  }

  var controls = element("div", "controls");
  var search = element("input");
  search.type = "search";
  search.placeholder = "Search words or an id";
  search.setAttribute("aria-label", "Search words or an id");
  controls.appendChild(search);
  var methods = choice("Prediction", data.methods.length ? data.methods : ["none"]);
  if (data.methods.length) controls.appendChild(methods[0]);
  var shown = choice("Show", ["all", "safe", "unsafe", "prediction nobody chose", "prediction is the top vote"]);
  controls.appendChild(shown[0]);
  var order = choice("Order", ["of the corpus", "worst prediction first", "best prediction first", "most disputed first"]);
  controls.appendChild(order[0]);
  var count = element("div", "count");
  count.setAttribute("role", "status");
  controls.appendChild(count);
  var list = element("div");
  var end = element("div");
  place.append(controls, list, end);

  var current = [], drawn = 0;
  function method() { return data.methods.length ? Number(methods[1].value) : -1; }
  function fits(query, words) {
    var text = query[WORDS].join(" ").toLowerCase();
    if (!words.every(function (word) { return text.includes(word) || query[ID].toLowerCase() === word; })) return false;
    var at = method();
    switch (Number(shown[1].value)) {
      case 1: return query[SAFE] === 1;
      case 2: return query[SAFE] === 0;
      case 3: return at >= 0 && !query[VOTES].some(function (vote) { return vote[0] === query[PREDICTIONS][at]; });
      case 4: return at >= 0 && query[VOTES][0][0] === query[PREDICTIONS][at];
      default: return true;
    }
  }
  function more() {
    var until = Math.min(drawn + STEP, current.length);
    var piece = document.createDocumentFragment();
    for (; drawn < until; drawn++) piece.appendChild(draw(current[drawn], method()));
    list.appendChild(piece);
  }
  function update() {
    var words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    current = data.queries.filter(function (query) { return fits(query, words); });
    var by = Number(order[1].value), at = method();
    if (at >= 0 && by === 1) current.sort(function (a, b) { return a[SCORES][at] - b[SCORES][at]; });
    if (at >= 0 && by === 2) current.sort(function (a, b) { return b[SCORES][at] - a[SCORES][at]; });
    if (by === 3) current.sort(function (a, b) { return a[VOTES][0][1] / total(a) - b[VOTES][0][1] / total(b); });
    count.textContent = current.length + (current.length === 1 ? " query" : " queries") + "; figures are newbreak";
    list.replaceChildren();
    drawn = 0;
    more();
  }
  [search, methods[1], shown[1], order[1]].forEach(function (control) { control.addEventListener("input", update); });
  new IntersectionObserver(function (seen) {
    if (seen[0].isIntersecting && drawn < current.length) more();
  }, { rootMargin: "600px" }).observe(end);
  update();
})();
