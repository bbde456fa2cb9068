import { ensureSyntaxTree } from '@codemirror/language'
import { type EditorState, type Extension } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** An error at a range of the text. Offsets are in UTF-16 units; offsets beyond the text mean its end. */
export interface CodeMarker {
  readonly from: number
  readonly to: number
  readonly message: string
}

/** The maximum text length, in characters, that is checked while typing. */
const MAX_CHECKED = 200_000
/** The maximum duration of the check, in milliseconds. */
const MAX_MILLISECONDS = 50

/** Returns a marker at the first JSON syntax error; none for an empty text. */
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

/** Returns the range to paint: an empty range is extended to the previous or the next character. */
function paintedRange({ from, to, message }: CodeMarker, length: number) {
  const end = Math.min(Math.max(to, from + 1), length)
  const start = Math.min(from, Math.max(0, end - 1))
  if (start >= end) return []
  return [Decoration.mark({ class: 'cm-wrong', attributes: { title: message } }).range(start, end)]
}

function decorations(markers: readonly CodeMarker[], length: number): DecorationSet {
  return Decoration.set(
    markers.flatMap((marker) => paintedRange(marker, length)),
    true,
  )
}

export function showMarkers(markers: readonly CodeMarker[]): Extension {
  return EditorView.decorations.of((view) => decorations(markers, view.state.doc.length))
}

/** Marks JSON syntax errors. */
export function showJsonMark(message: string): Extension {
  return EditorView.decorations.compute(['doc'], (state) => {
    const mark = jsonMark(state, message)
    return decorations(mark ? [mark] : [], state.doc.length)
  })
}
