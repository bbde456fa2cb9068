import { type Completion, type CompletionContext, completionStatus, pickedCompletion } from '@codemirror/autocomplete'
import { StateField, Transaction } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/**
 * Stands for the user's request for completions. The editor waits 50 ms after its own `startCompletion`, in case keys
 * follow; after a picked completion it only waits for the typing delay.
 */
const REQUEST: Completion = { label: '' }

/** True if completions are activated after this one was picked: only after a request. */
export const activatesCompletions = (picked: Completion): boolean => picked === REQUEST

/** True while the requested list of completions is open or pending. */
export const requestedCompletions = StateField.define<boolean>({
  create: () => false,
  update: (isRequested, transaction) =>
    transaction.annotation(pickedCompletion) === REQUEST ||
    (isRequested && completionStatus(transaction.startState) !== null),
})

/** Opens the list of completions at the caret. */
export function openCompletions(view: EditorView): boolean {
  view.dispatch({ annotations: [pickedCompletion.of(REQUEST), Transaction.userEvent.of('input.complete')] })
  return true
}

/** True if the user requested completions, rather than typed a word. */
export const isExplicit = ({ explicit, state }: CompletionContext): boolean =>
  explicit || state.field(requestedCompletions, false) === true
