// The editor in place of the text box, which stays the form's own field and may be had instead.
//
// It lives in a shadow root, where CodeMirror adopts style sheets in place of writing style
// elements, which the site's policy forbids.

import * as cm from "../vendor/codemirror/codemirror.js";

const THEME = cm.EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--sheet)", fontSize: ".9rem", border: "1px solid var(--edge)", borderRadius: "8px" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", minHeight: "30rem", maxHeight: "42rem", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--sheet-2)", color: "var(--ink-2)", border: "0", borderRadius: "8px 0 0 8px" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent-2) 45%, transparent)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground, ::selection": { backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent) !important" },
  ".cm-matchingBracket": { backgroundColor: "var(--accent-2) !important", outline: "1px solid var(--edge)" },
  ".tok-keyword, .tok-operatorKeyword": { color: "var(--p3)" },
  ".tok-string, .tok-string2": { color: "var(--good)" },
  ".tok-number, .tok-bool, .tok-atom": { color: "var(--p1)" },
  ".tok-comment": { color: "var(--ink-2)", fontStyle: "italic" },
  ".tok-definition, .tok-className": { color: "var(--p0)" },
});

/** Put an editor before the text box `field` and hide the box; `close()` undoes that. */
export function openEditor(field, label) {
  const host = document.createElement("div");
  // The player's keys are the page's; what is typed here is for the editor alone.
  host.addEventListener("keydown", (event) => event.stopPropagation());
  field.before(host);
  const root = host.attachShadow({ mode: "open" });
  const state = cm.EditorState.create({ doc: field.value, extensions: extensions(field, label) });
  const view = new cm.EditorView({ state, root, parent: root });
  const typing = document.activeElement === field;
  field.hidden = true;
  if (typing) view.focus();
  return {
    view,
    set(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    goTo(line) {
      const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
      view.dispatch({ selection: { anchor: from }, effects: cm.EditorView.scrollIntoView(from, { y: "center" }) });
      view.focus();
    },
    close() {
      view.destroy();
      host.remove();
      field.hidden = false;
    },
  };
}

function extensions(field, label) {
  return [
    cm.lineNumbers(),
    cm.highlightActiveLine(),
    cm.highlightActiveLineGutter(),
    cm.drawSelection(),
    cm.history(),
    cm.indentOnInput(),
    cm.indentUnit.of("    "),
    cm.bracketMatching(),
    cm.pythonLanguage,
    cm.syntaxHighlighting(cm.classHighlighter),
    cm.keymap.of([
      { key: "Escape", run: leaveByTab },
      { key: "Tab", run: cm.indentMore, shift: cm.indentLess },
      ...cm.defaultKeymap,
      ...cm.historyKeymap,
    ]),
    cm.EditorView.domEventHandlers({ beforeinput: overSelection, keydown: stayAgain, blur: (_, view) => view.setTabFocusMode(false) }),
    cm.EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
    cm.EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      field.value = update.state.doc.toString();
      field.dispatchEvent(new Event("input"));
    }),
    THEME,
  ];
}

/** Left alone, Chromium would keep the style of what is typed over, as an inline one, which the policy forbids. */
function overSelection(event, view) {
  if (event.inputType !== "insertText" || !event.data || view.state.selection.main.empty) return false;
  view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
  event.preventDefault();
  return true;
}

/** After Escape, Tab moves on as it does everywhere, until something is typed. */
function leaveByTab(view) {
  view.setTabFocusMode(true);
  return false;
}

function stayAgain(event, view) {
  if (!["Escape", "Tab", "Shift"].includes(event.key)) view.setTabFocusMode(false);
}
