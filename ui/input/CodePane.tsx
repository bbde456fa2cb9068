import { type ReactNode, useId, useMemo, useRef } from 'react'
import { lazyComponent } from '#ui/base/lazy-component.tsx'
import { VisuallyHidden } from '#ui/base/VisuallyHidden.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import type { CodeMirrorProps } from './code/CodeMirror.tsx'
import type { CodeMarker } from './code/marks.ts'
import type { CodePaneOptions } from './code/pane.ts'
import styles from './CodeEditor.module.css'

/** A plain text field until its code has loaded, and while that cannot be loaded. */
const CodeMirror = lazyComponent<CodeMirrorProps & { readonly fallback: ReactNode }>(
  async () => (await import('./code/CodeMirror.tsx')).CodeMirror,
  ({ fallback }) => fallback,
)

export interface CodePaneProps {
  /** The accessible name. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly markers?: readonly CodeMarker[] | undefined
  readonly placeholder?: string | undefined
  readonly autoFocus?: boolean | undefined
  /** On Ctrl or Cmd + Enter. */
  readonly onEnter?: (() => void) | undefined
  /** Must be the same object while its content is unchanged. */
  readonly options: CodePaneOptions
}

const NONE: readonly never[] = []

/** A SQL editor that fills its container, with line numbers. Tab moves the focus, as in all code editors. */
export function CodePane({
  label,
  value,
  onChange,
  markers = NONE,
  placeholder,
  onEnter,
  options,
  autoFocus,
}: CodePaneProps) {
  const id = useId()
  const texts = useTexts()
  const plain = useRef<HTMLTextAreaElement>(undefined)
  const isInvalid = markers.length > 0
  const attributes = useMemo(
    () => ({
      id,
      'aria-label': label,
      'aria-describedby': `${id}k`,
      ...(isInvalid && { 'aria-invalid': 'true' as const }),
    }),
    [id, label, isInvalid],
  )
  const fallback = (
    <textarea
      {...attributes}
      value={value}
      placeholder={placeholder}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      onFocus={(event) => {
        plain.current = event.currentTarget
      }}
      onBlur={() => {
        plain.current = undefined
      }}
    />
  )
  return (
    <div className={classNames(styles.editor, styles.pane)}>
      <CodeMirror
        fallback={fallback}
        value={value}
        onChange={onChange}
        language="sql"
        completions={NONE}
        markers={markers}
        placeholder={placeholder}
        isReadOnly={false}
        isDisabled={false}
        onEnter={onEnter}
        attributes={attributes}
        caret={() => plain.current?.selectionEnd ?? (autoFocus === true ? value.length : undefined)}
        pane={options}
      />
      <VisuallyHidden id={`${id}k`}>{texts.editorKeys}</VisuallyHidden>
    </div>
  )
}
