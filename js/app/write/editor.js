/** The playground's editor: Python with colours, line numbers, and marks on lines. Bundled by itself. */

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.definition(tags.function(tags.variableName)), tags.definition(tags.className), tags.className], color: "var(--code-name)" },
]);
const LOOKS = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--code-ground)", fontSize: "14px" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "ui-monospace, Menlo, Consolas, monospace", lineHeight: "1.5", overflow: "auto" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--code-line)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--code-selected) !important" },
  ".cm-wrong": { backgroundColor: "var(--code-wrong)", boxShadow: "inset 3px 0 var(--code-wrong-edge)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--code-selected)", outline: "none" },
});
const setWrong = StateEffect.define();
const WRONG = StateField.define({
  create: () => Decoration.none,
  update: (marks, change) => {
    for (const effect of change.effects) if (effect.is(setWrong)) return effect.value;
    return change.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * An editor in an element, whose shadow root keeps its styles.
 * @param {HTMLElement} place @param {{ text: string, label: string, onChange: () => void, onRun: () => void }} settings
 */
export function openEditor(place, { text, label, onChange, onRun }) {
  const root = place.attachShadow({ mode: "open" });
  const run = { key: "Mod-Enter", run: () => (onRun(), true) };
  const extensions = [
    lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), highlightActiveLine(), WRONG, python(),
    indentUnit.of("    "), EditorState.tabSize.of(4), syntaxHighlighting(COLOURS), LOOKS,
    keymap.of([run, ...defaultKeymap, ...historyKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
    EditorView.updateListener.of((update) => update.docChanged && onChange()),
  ];
  const view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent: /** @type {any} */ (root), root });
  return {
    get text() {
      return view.state.doc.toString();
    },
    /** @param {string} text another file, which can be undone */
    set text(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
    },
    /** Mark a line, from 1 on, and show it; or none. @param {number | null} number */
    mark(number) {
      if (number === null || number > view.state.doc.lines) return view.dispatch({ effects: setWrong.of(Decoration.none) });
      const line = view.state.doc.line(number);
      const marks = Decoration.set([Decoration.line({ class: "cm-wrong" }).range(line.from)]);
      view.dispatch({ effects: [setWrong.of(marks), EditorView.scrollIntoView(line.from, { y: "center" })] });
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}
