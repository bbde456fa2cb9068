import { ensureSyntaxTree } from '@codemirror/language'
import { type EditorState, type Extension } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** A place of the text with what is wrong there. Offsets are in UTF-16 units; beyond the text they mean its end. */
export interface CodeMarker {
  readonly from: number
  readonly to: number
  readonly message: string
}

/** Characters up to which a text is looked at while it is typed. */
const MAX_CHECKED = 200_000
/** Milliseconds the look may take. */
const MAX_MILLISECONDS = 50

/** The first place at which a text is no JSON; none in an empty text. */
function jsonMark(state: EditorState, message: string): CodeMarker | undefined {
  const text = state.doc.length > MAX_CHECKED ? '' : state.doc.toString()
  if (text.trim() === '') return undefined
  try {
    JSON.parse(text)
    return undefined
  } catch {
    const end = text.trimEnd().length
    let found: { readonly from: number; readonly to: number } | undefined
    ensureSyntaxTree(state, state.doc.length, MAX_MILLISECONDS)?.iterate({
      enter: ({ type, from, to }) => {
        if (type.isError && !found) found = { from, to }
        return !found
      },
    })
    const { from, to } = found ?? { from: end, to: end }
    return { from: Math.min(from, end), to: Math.min(Math.max(from, to), end), message }
  }
}

/** The marker as it is painted: a place between two characters takes the one before it, or the one behind. */
function painted({ from, to, message }: CodeMarker, length: number) {
  const end = Math.min(Math.max(to, from + 1), length)
  const start = Math.min(from, Math.max(0, end - 1))
  if (start >= end) return []
  return [Decoration.mark({ class: 'cm-wrong', attributes: { title: message } }).range(start, end)]
}

function decorations(markers: readonly CodeMarker[], length: number): DecorationSet {
  return Decoration.set(
    markers.flatMap((marker) => painted(marker, length)),
    true,
  )
}

/** Paints these markers. */
export function showMarkers(markers: readonly CodeMarker[]): Extension {
  return EditorView.decorations.of((view) => decorations(markers, view.state.doc.length))
}

/** Paints where the text is no JSON. */
export function showJsonMark(message: string): Extension {
  return EditorView.decorations.compute(['doc'], (state) => {
    const mark = jsonMark(state, message)
    return decorations(mark ? [mark] : [], state.doc.length)
  })
}
