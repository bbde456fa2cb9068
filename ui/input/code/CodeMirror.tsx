import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, placeholder as placeholderText } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '#ui/tokens/texts.ts'
import { type CodeCompletion, type CompleteCode, completionSource, functionSources } from './completion.ts'
import { baseExtensions, type CodeLanguage } from './extensions.ts'
import { type CodeMarker, showJsonMark, showMarkers } from './marks.ts'
import { type CodePaneOptions, handleOf, paneExtensions } from './pane.ts'

export interface CodeMirrorProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly language: CodeLanguage
  readonly completions: readonly CodeCompletion[]
  /** Replaces `completions` by those for the text before the caret. */
  readonly complete?: CompleteCode | undefined
  readonly markers: readonly CodeMarker[]
  readonly placeholder: string | undefined
  readonly isReadOnly: boolean
  readonly isDisabled: boolean
  readonly onEnter: (() => void) | undefined
  /** The id, accessible name and description of the editable element. */
  readonly attributes: Readonly<Record<string, string>>
  /** Returns the initial caret position, if the editor has the initial focus. */
  readonly caret: () => number | undefined
  /** Options of an editor that fills a pane; must be the same object while its content is unchanged. */
  readonly pane?: CodePaneOptions | undefined
}

/** Returns the extensions of the pane and of the completions. Replacing them closes an open list of completions. */
function sourceExtensions({ pane, completions, complete }: CodeMirrorProps): Extension {
  const sources = complete ? functionSources(complete) : [completionSource(completions)]
  const data = sources.map((autocomplete) => ({ autocomplete }))
  return [...(pane ? [paneExtensions(pane)] : []), EditorState.languageData.of(() => data)]
}

/** Returns the extensions for the other props. */
function displayExtensions(props: CodeMirrorProps, notJson: string): Extension {
  return [
    // Read-only text must be reachable and scrollable by keyboard too.
    EditorView.contentAttributes.of({ tabindex: '0', ...props.attributes }),
    EditorState.readOnly.of(props.isReadOnly),
    EditorView.editable.of(!props.isDisabled),
    showMarkers(props.markers),
    ...(props.language === 'json' ? [showJsonMark(notJson)] : []),
    ...(props.placeholder ? [placeholderText(props.placeholder)] : []),
  ]
}

/** The editor. Its content follows `value`: the last reported text, or a replacement of it. */
export function CodeMirror(props: CodeMirrorProps) {
  const { value } = props
  const texts = useTexts()
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [[sources, display]] = useState(() => [new Compartment(), new Compartment()] as const)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const start = useRef({ value, language: props.language, texts })
  useLayoutEffect(() => {
    if (!host.current) return undefined
    const from = start.current
    // Read as late as possible, so that the focus and caret of the placeholder field continue in the editor.
    const caret = latest.current.caret()
    const enter = () => {
      latest.current.onEnter?.()
      return latest.current.onEnter !== undefined
    }
    const editorView = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: from.value,
        selection: { anchor: Math.min(caret ?? 0, from.value.length) },
        extensions: [
          sources.of(sourceExtensions(latest.current)),
          display.of(displayExtensions(latest.current, from.texts.notJson)),
          baseExtensions(from.language, enter),
          EditorState.phrases.of({ Completions: from.texts.completions }),
          EditorView.updateListener.of((update) => {
            const text = update.state.doc.toString()
            if (update.docChanged && text !== latest.current.value) latest.current.onChange(text)
          }),
        ],
      }),
    })
    view.current = editorView
    latest.current.pane?.onHandle?.(handleOf(editorView))
    if (caret !== undefined) editorView.focus()
    return () => {
      view.current = null
      latest.current.pane?.onHandle?.(null)
      editorView.destroy()
    }
  }, [sources, display])
  useLayoutEffect(() => {
    const { current } = view
    if (!current || current.state.doc.toString() === value) return
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } })
  }, [value])
  const { language, completions, complete, markers, placeholder, isReadOnly, isDisabled, attributes, pane } = props
  useEffect(() => {
    view.current?.dispatch({ effects: sources.reconfigure(sourceExtensions(latest.current)) })
  }, [sources, completions, complete, pane])
  useEffect(() => {
    view.current?.dispatch({ effects: display.reconfigure(displayExtensions(latest.current, texts.notJson)) })
  }, [display, texts, language, markers, placeholder, isReadOnly, isDisabled, attributes])
  return <div ref={host} />
}
