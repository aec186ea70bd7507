// Tables of class "sortable": a click (or Enter) on a heading sorts by that column, numbers as numbers.
(function () {
  "use strict";
  function key(cell) {
    var text = cell ? cell.textContent.trim() : "";
    var number = parseFloat(text);
    return text !== "" && !isNaN(number) && /^[-+.\d]/.test(text) ? number : text.toLowerCase();
  }
  function compare(a, b) {
    if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
    return typeof a === "number" ? -1 : 1;
  }
  document.querySelectorAll("table.sortable").forEach(function (table) {
    var headings = Array.from(table.tHead.rows[0].cells);
    headings.forEach(function (heading, column) {
      heading.tabIndex = 0;
      function sort() {
        var descending = heading.getAttribute("aria-sort") === "ascending";
        headings.forEach(function (other) { other.removeAttribute("aria-sort"); });
        heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
        var body = table.tBodies[0];
        var rows = Array.from(body.rows).map(function (row) { return [key(row.cells[column]), row]; });
        rows.sort(function (a, b) { return descending ? compare(b[0], a[0]) : compare(a[0], b[0]); });
        rows.forEach(function (pair) { pair[1].classList.remove("group"); body.appendChild(pair[1]); });
      }
      heading.addEventListener("click", sort);
      heading.addEventListener("keydown", function (event) { if (event.key === "Enter") sort(); });
    });
  });
})();
