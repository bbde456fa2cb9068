import { closeCompletion } from '@codemirror/autocomplete'
import { redo, toggleComment, undo } from '@codemirror/commands'
import { MySQL, PostgreSQL, type SQLDialect, SQLite, StandardSQL } from '@codemirror/lang-sql'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { Decoration, EditorView, highlightActiveLine, keymap, lineNumbers, WidgetType } from '@codemirror/view'
import { iconPaths } from '#ui/base/icon-paths.ts'
import { type CompleteCode, functionSources } from './completion.ts'

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
  /** Closes the list of completions, and one that is about to open. */
  readonly closeCompletions: () => void
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

/** A button within the text, at an offset. */
export interface CodeLens {
  readonly at: number
  /** The accessible name and the tooltip. */
  readonly label: string
}

/** Options of an editor that fills a pane. */
export interface CodePaneOptions {
  readonly dialect: SqlDialectName
  readonly complete?: CompleteCode | undefined
  readonly keys?: readonly CodeKey[] | undefined
  /** Search matches to highlight; `current` is the index of the current one. */
  readonly found?: { readonly ranges: readonly CodeRange[]; readonly current: number } | undefined
  /** Buttons within the text; `find` is called at every change of the text. */
  readonly lenses?:
    | {
        readonly find: (text: string) => readonly CodeLens[]
        readonly onPress: (lens: CodeLens, text: string) => void
      }
    | undefined
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

/** A button with an eye. It is no tab stop: Tab leaves the editor. */
class LensWidget extends WidgetType {
  readonly #label: string
  readonly #lenses: NonNullable<CodePaneOptions['lenses']>

  constructor(label: string, lenses: NonNullable<CodePaneOptions['lenses']>) {
    super()
    this.#label = label
    this.#lenses = lenses
  }

  override eq(other: LensWidget): boolean {
    return other.#label === this.#label && other.#lenses === this.#lenses
  }

  override toDOM(view: EditorView): HTMLElement {
    const button = document.createElement('button')
    button.type = 'button'
    button.tabIndex = -1
    button.className = 'cm-lens'
    button.title = this.#label
    button.setAttribute('aria-label', this.#label)
    const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    icon.setAttribute('viewBox', '0 0 16 16')
    icon.setAttribute('aria-hidden', 'true')
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    path.setAttribute('d', iconPaths.eye)
    icon.append(path)
    button.append(icon)
    button.addEventListener('click', () => {
      const text = view.state.doc.toString()
      const at = view.posAtDOM(button)
      const lens = this.#lenses.find(text).find((each) => each.at === at)
      if (lens) this.#lenses.onPress(lens, text)
    })
    return button
  }
}

function showLenses(lenses: NonNullable<CodePaneOptions['lenses']>): Extension {
  return EditorView.decorations.compute(['doc'], (state) =>
    Decoration.set(
      lenses
        .find(state.doc.toString())
        .map(({ at, label }) => Decoration.widget({ widget: new LensWidget(label, lenses), side: 1 }).range(at)),
      true,
    ),
  )
}

/** Returns the extensions of an editor pane: dialect, line numbers, key bindings, completions and search matches. */
export function paneExtensions({ dialect, complete, keys = [], found, lenses, onSelect }: CodePaneOptions): Extension {
  // Created once: an open completion list belongs to its source.
  const sources = (complete ? functionSources(complete) : []).map((autocomplete) => ({ autocomplete }))
  return [
    dialects[dialect].language,
    lineNumbers(),
    highlightActiveLine(),
    // Below the completion keys, which close the list first.
    Prec.high(keymap.of(keys.map(({ key, run }) => ({ key, run, stopPropagation: true })))),
    EditorState.languageData.of(() => sources),
    ...(found ? [showFound(found)] : []),
    ...(lenses ? [showLenses(lenses)] : []),
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
    closeCompletions: () => void closeCompletion(view),
    toggleComment: () => void toggleComment(view),
    undo: () => void undo(view),
    redo: () => void redo(view),
    focus: () => view.focus(),
  }
}
