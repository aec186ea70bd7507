// What was clicked and not yet sent is kept in this browser until the server has acknowledged it: a page that is reloaded, or
// given out anew, comes back as it was left. Kept by the text of the query, for one annotator's link.
"use strict";

const DRAFTS = "caesura-drafts " + location.pathname;
const KEPT_DAYS = 30;

function readDrafts() {
  try {
    return JSON.parse(localStorage.getItem(DRAFTS)) || {};
  } catch {
    return {};
  }
}

function writeDrafts(drafts) {
  const oldest = Date.now() - KEPT_DAYS * 86400000;
  const kept = Object.entries(drafts).filter(([, draft]) => draft.at > oldest);
  try {
    if (kept.length) localStorage.setItem(DRAFTS, JSON.stringify(Object.fromEntries(kept)));
    else localStorage.removeItem(DRAFTS);
  } catch {
    // Storage is full or forbidden: the page works without it.
  }
}

function draftName(item) {
  return [...item.querySelectorAll(".query, blockquote")].map((part) => part.textContent).join("\n");
}

function clicked(item) {
  const nested = item.querySelector(".nested");
  if (nested) return { steps: nested.dataset.steps };
  if (item.querySelector(".forest")) return { heads: [...item.querySelectorAll("select")].map((field) => field.value) };
  return { values: [...item.querySelectorAll("input:checked")].map((input) => input.value) };
}

function commentName() {
  return "comment on " + work.elements.page.value;
}

function keepDraft(event) {
  const drafts = readDrafts();
  const item = event.target.closest(".item");
  if (item) drafts[draftName(item)] = { at: Date.now(), ...clicked(item) };
  else if (event.target.id === "comment") drafts[commentName()] = { at: Date.now(), comment: event.target.value };
  writeDrafts(drafts);
}

// Whether there was anything. Comes before `joining` and `growing`, which begin with what is put back here.
function restoreDrafts() {
  const drafts = readDrafts();
  const items = [...work.querySelectorAll(".item")].filter((item) => draftName(item) in drafts);
  items.forEach((item) => {
    const draft = drafts[draftName(item)];
    const nested = item.querySelector(".nested");
    if (nested && draft.steps) nested.dataset.steps = draft.steps;
    if (draft.heads) item.querySelectorAll("select").forEach((field, at) => { field.value = draft.heads[at]; });
    if (draft.values) item.querySelectorAll("input").forEach((input) => { input.checked = draft.values.includes(input.value); });
  });
  const comment = drafts[commentName()];
  if (comment && comment.comment) {
    work.elements.comment.value = comment.comment;
    work.elements.comment.closest("details").open = true;
  }
  return items.length > 0 || Boolean(comment);
}

function dropDrafts() {
  const drafts = readDrafts();
  work.querySelectorAll(".item").forEach((item) => { delete drafts[draftName(item)]; });
  delete drafts[commentName()];
  writeDrafts(drafts);
}
