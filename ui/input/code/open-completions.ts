import { type Completion, type CompletionContext, completionStatus, pickedCompletion } from '@codemirror/autocomplete'
import { type EditorState, StateField, Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

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

const requestedIn = (state: EditorState): boolean => state.field(requestedCompletions, false) === true

/** True if the user requested completions, rather than typed a word. */
export const isExplicit = ({ explicit, state }: CompletionContext): boolean => explicit || requestedIn(state)

/** The part of the editor that queries the sources of completions. The library does not export it. */
interface CompletionQueries {
  /** The timer of the next query; -1 if there is none. */
  readonly debounceUpdate: number
  /** The timer that shows the results of some sources while others are pending; -1 if there is none. */
  readonly debounceAccept: number
  startUpdate(): void
  /** Shows the results of all sources that have answered. */
  accept(): void
}

const isCompletionQueries = (value: unknown): value is CompletionQueries =>
  typeof (value as Partial<CompletionQueries> | null)?.startUpdate === 'function'

/** Returns the queries of an editor; undefined in a version of the library that has no such part. */
function completionQueries(view: EditorView): CompletionQueries | undefined {
  const { plugins = [] } = view as unknown as { readonly plugins?: readonly { readonly value: unknown }[] }
  return plugins.map(({ value }) => value).find(isCompletionQueries)
}

/**
 * Queries the sources in the task of the key, and shows the known completions in it, also while others are searched. The
 * library waits for timers, even for 0 ms, and the browser may paint the typed character in between: completions would
 * then appear one frame later.
 */
export const immediateCompletions = EditorView.updateListener.of(({ state, view, docChanged, startState }) => {
  const isRequested = requestedIn(state) && !requestedIn(startState)
  if (!(docChanged || isRequested) || completionStatus(state) !== 'pending') return
  const queries = completionQueries(view)
  if (!queries || queries.debounceUpdate < 0) return
  clearTimeout(queries.debounceUpdate)
  queries.startUpdate()
  // The sources that know their result answer in the first microtask.
  void Promise.resolve().then(() => queries.debounceAccept >= 0 && queries.accept())
})
