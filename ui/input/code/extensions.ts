import {
  autocompletion,
  closeCompletion,
  type Completion,
  completionKeymap,
  currentCompletions,
  selectedCompletion,
  setSelectedCompletion,
  startCompletion,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { PostgreSQL } from '@codemirror/lang-sql'
import { bracketMatching, syntaxHighlighting } from '@codemirror/language'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { drawSelection, EditorView, keymap } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { pageNonce } from '#ui/tokens/page-nonce.ts'
import { compareCompletions } from './completion.ts'
import {
  activatesCompletions,
  immediateCompletions,
  openCompletions,
  requestedCompletions,
} from './open-completions.ts'

export type CodeLanguage = 'sql' | 'json' | 'text'

const languages: Readonly<Record<CodeLanguage, () => Extension>> = {
  // Names of the dataset are provided as completions; SQL keywords are colored but not completed.
  sql: () => PostgreSQL.language,
  json: () => json(),
  text: () => [],
}

/** Milliseconds from a key press to the completions. Known completions do not wait for those of a search. */
const TYPING_DELAY_MS = 0

/** The keys of the list of completions. The key that opens it does not wait. */
const completionKeys = completionKeymap.map((each) =>
  each.run === startCompletion ? { ...each, run: openCompletions } : each,
)

/** The completion that stayed selected in an editor although better matches arrived. */
const retainedSelections = new WeakMap<EditorView, Completion>()

/**
 * Keeps a completion selected when further ones arrive for the same text, so that Enter inserts what the user saw. The
 * next key selects the best match again, unless the user has moved the selection.
 */
const stableSelection = EditorView.updateListener.of(({ startState, state, view, docChanged }) => {
  const selected = selectedCompletion(startState)
  if (!selected) return
  if (docChanged) {
    const isRetained = retainedSelections.get(view) === selected
    retainedSelections.delete(view)
    if (isRetained) view.dispatch({ effects: setSelectedCompletion(0) })
    return
  }
  const options = currentCompletions(state)
  // The same list: the user has moved the selection.
  if (options === currentCompletions(startState)) return
  const at = options.indexOf(selected)
  if (at < 0 || selectedCompletion(state) === selected) return
  retainedSelections.set(view, selected)
  view.dispatch({ effects: setSelectedCompletion(at) })
})

/** Returns the extensions of a language that do not depend on props. Tab is not bound and moves the focus. */
export function baseExtensions(language: CodeLanguage, onEnter: () => boolean): Extension {
  return [
    EditorView.cspNonce.of(pageNonce()),
    history(),
    drawSelection(),
    bracketMatching(),
    languages[language](),
    syntaxHighlighting(classHighlighter),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    // This number fits without scrolling, which no key does; the arrow keys reach the others.
    autocompletion({
      icons: false,
      maxRenderedOptions: 8,
      activateOnTypingDelay: TYPING_DELAY_MS,
      updateSyncTime: TYPING_DELAY_MS,
      activateOnCompletion: activatesCompletions,
      defaultKeymap: false,
      compareCompletions,
    }),
    requestedCompletions,
    immediateCompletions,
    stableSelection,
    Prec.highest(
      keymap.of([
        ...completionKeys,
        { key: 'Mod-Enter', run: onEnter },
        // Escape closes only the list, not a dialog around the editor.
        { key: 'Escape', run: closeCompletion, stopPropagation: true },
      ]),
    ),
    keymap.of([...historyKeymap, ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')]),
  ]
}
