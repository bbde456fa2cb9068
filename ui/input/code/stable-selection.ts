import {
  type Completion,
  currentCompletions,
  selectedCompletion,
  setSelectedCompletion,
} from '@codemirror/autocomplete'
import { EditorView } from '@codemirror/view'

/** The completion that stayed selected in an editor although better matches arrived. */
const retainedSelections = new WeakMap<EditorView, Completion>()

/**
 * Keeps a completion selected when further ones arrive for the same text, so that Enter inserts what the user saw. The
 * next key selects the best match again, unless the user has moved the selection.
 */
export const stableSelection = EditorView.updateListener.of(({ startState, state, view, docChanged }) => {
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
