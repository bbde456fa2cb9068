import { redo, toggleComment, undo } from '@codemirror/commands'
import { MySQL, PostgreSQL, type SQLDialect, SQLite, StandardSQL } from '@codemirror/lang-sql'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { Decoration, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { type CompleteCode, functionSource } from './completion.ts'

/** A range of a text in UTF-16 units; `to` is exclusive. */
export interface CodeRange {
  readonly from: number
  readonly to: number
}

/** The editor functions available to a page. */
export interface CodeHandle {
  readonly text: () => string
  readonly selection: () => CodeRange
  /** Selects a range, scrolls to it, and takes the focus unless `keepsFocus`. */
  readonly select: (range: CodeRange, keepsFocus?: boolean) => void
  /** Replaces non-overlapping ranges in one undo step. */
  readonly replace: (changes: readonly (CodeRange & { readonly text: string })[]) => void
  /** Replaces the selection with a text. */
  readonly insert: (text: string) => void
  readonly toggleComment: () => void
  readonly undo: () => void
  readonly redo: () => void
  readonly focus: () => void
}

export type SqlDialectName = 'postgresql' | 'mysql' | 'sqlite' | 'standard'

/** A key binding such as `Shift-Enter` or `Mod-f`. `run` returns false if the key was not handled. */
export interface CodeKey {
  readonly key: string
  readonly run: () => boolean
}

/** Options of an editor that fills a pane. */
export interface CodePaneOptions {
  readonly dialect: SqlDialectName
  readonly complete?: CompleteCode | undefined
  readonly keys?: readonly CodeKey[] | undefined
  /** Search matches to highlight; `current` is the index of the current one. */
  readonly found?: { readonly ranges: readonly CodeRange[]; readonly current: number } | undefined
  /** Called with the handle once the editor exists, and with null when it is removed. */
  readonly onHandle?: ((handle: CodeHandle | null) => void) | undefined
  /** Called when the selection changes. */
  readonly onSelect?: ((range: CodeRange) => void) | undefined
}

const dialects: Readonly<Record<SqlDialectName, SQLDialect>> = {
  postgresql: PostgreSQL,
  mysql: MySQL,
  sqlite: SQLite,
  standard: StandardSQL,
}

const foundMark = Decoration.mark({ class: 'cm-found' })
const currentMark = Decoration.mark({ class: 'cm-found cm-found-current' })

function showFound({ ranges, current }: NonNullable<CodePaneOptions['found']>): Extension {
  return EditorView.decorations.of((view) => {
    const end = view.state.doc.length
    const marks = ranges.flatMap(({ from, to }, index) =>
      to <= end && from < to ? [(index === current ? currentMark : foundMark).range(from, to)] : [],
    )
    return Decoration.set(marks, true)
  })
}

/** Returns the extensions of an editor pane: dialect, line numbers, key bindings, completions and search matches. */
export function paneExtensions({ dialect, complete, keys = [], found, onSelect }: CodePaneOptions): Extension {
  // Created once: an open completion list belongs to its source.
  const source = complete && functionSource(complete)
  return [
    dialects[dialect].language,
    lineNumbers(),
    highlightActiveLine(),
    // Below the completion keys, which close the list first.
    Prec.high(keymap.of(keys.map(({ key, run }) => ({ key, run, stopPropagation: true })))),
    ...(source ? [EditorState.languageData.of(() => [{ autocomplete: source }])] : []),
    ...(found ? [showFound(found)] : []),
    ...(onSelect
      ? [
          EditorView.updateListener.of((update) => {
            if (!update.selectionSet && !update.docChanged) return
            const { from, to } = update.state.selection.main
            onSelect({ from, to })
          }),
        ]
      : []),
  ]
}

/** Returns the handle of an editor view. */
export function handleOf(view: EditorView): CodeHandle {
  return {
    text: () => view.state.doc.toString(),
    selection: () => {
      const { from, to } = view.state.selection.main
      return { from, to }
    },
    select({ from, to }, keepsFocus = false) {
      const end = view.state.doc.length
      view.dispatch({ selection: { anchor: Math.min(from, end), head: Math.min(to, end) }, scrollIntoView: true })
      if (!keepsFocus) view.focus()
    },
    replace(changes) {
      view.dispatch({ changes: changes.map(({ from, to, text }) => ({ from, to, insert: text })) })
    },
    insert(text) {
      view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true })
      view.focus()
    },
    toggleComment: () => void toggleComment(view),
    undo: () => void undo(view),
    redo: () => void redo(view),
    focus: () => view.focus(),
  }
}
