import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { lazyComponent } from '#ui/base/lazy-component.tsx'
import { VisuallyHidden } from '#ui/base/VisuallyHidden.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import type { CodeCompletion, CompleteCode } from './code/completion.ts'
import type { CodeLanguage } from './code/extensions.ts'
import type { CodeMirrorProps } from './code/CodeMirror.tsx'
import type { CodeMarker } from './code/marks.ts'
import styles from './CodeEditor.module.css'
import { Field, type FieldProps } from '#ui/base/Field.tsx'
import fieldStyles from '#ui/base/Field.module.css'
import { fieldPropsOf, useFieldIds } from '#ui/base/field-ids.ts'

/** A plain text field until its code has loaded, and while that cannot be loaded. */
const CodeMirror = lazyComponent<CodeMirrorProps & { readonly fallback: ReactNode }>(
  async () => (await import('./code/CodeMirror.tsx')).CodeMirror,
  ({ fallback }) => fallback,
)

export interface CodeEditorProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly language: CodeLanguage
  /** Must be the same array while its content is unchanged. */
  readonly completions?: readonly CodeCompletion[] | undefined
  /** Replaces `completions` by those for the text before the caret; must be the same function while they are unchanged. */
  readonly complete?: CompleteCode | undefined
  readonly markers?: readonly CodeMarker[] | undefined
  /** The minimum number of visible lines; three by default. */
  readonly minLines?: number | undefined
  /** The maximum number of visible lines; more are scrolled. Unlimited by default. */
  readonly maxLines?: number | undefined
  /** The maximum height in pixels; more text is scrolled. */
  readonly maxHeight?: number | undefined
  readonly placeholder?: string | undefined
  readonly isReadOnly?: boolean | undefined
  readonly autoFocus?: boolean | undefined
  /** On Ctrl or Cmd + Enter. */
  readonly onEnter?: (() => void) | undefined
}

/** The line height, and the padding above the first and below the last line, in pixels. */
const LINE = 20
const PADDING = 12

const NONE: readonly never[] = []

/** Returns the minimum and maximum text height in pixels. */
function heights({ minLines = 3, maxLines, maxHeight }: CodeEditorProps) {
  const least = minLines * LINE + PADDING
  const most = Math.min(maxLines === undefined ? Infinity : maxLines * LINE + PADDING, maxHeight ?? Infinity)
  return { minHeight: Math.min(least, most), ...(Number.isFinite(most) ? { maxHeight: most } : {}) }
}

interface PlainProps {
  readonly id: string
  readonly props: CodeEditorProps
  readonly aria: object
  /**
   * Called with the focused text area, and with undefined on blur. Removing the text area from the page is not a blur.
   */
  readonly onFocusChange: (area: HTMLTextAreaElement | undefined) => void
}

/** An editable text area until the editor has loaded. */
function Plain({ id, props, aria, onFocusChange }: PlainProps) {
  return (
    <textarea
      id={id}
      value={props.value}
      placeholder={props.placeholder}
      readOnly={props.isReadOnly}
      disabled={props.isDisabled}
      spellCheck={false}
      onChange={(event) => props.onChange(event.target.value)}
      onFocus={(event) => onFocusChange(event.currentTarget)}
      onBlur={() => onFocusChange(undefined)}
      {...aria}
    />
  )
}

/** Returns the accessible name and states of the editable element, as attributes. */
function useAttributes(props: CodeEditorProps, id: string, describedBy: string) {
  const { label, ariaLabel, isRequired, isReadOnly, isDisabled } = props
  const isInvalid = props.error !== undefined || (props.markers?.length ?? 0) > 0
  return useMemo(
    () => ({
      id,
      'aria-label': label ?? ariaLabel ?? '',
      'aria-describedby': describedBy,
      ...(isRequired && { 'aria-required': 'true' }),
      ...(isInvalid && { 'aria-invalid': 'true' }),
      ...(isReadOnly && { 'aria-readonly': 'true' }),
      ...(isDisabled && { 'aria-disabled': 'true' }),
    }),
    [id, label, ariaLabel, describedBy, isRequired, isInvalid, isReadOnly, isDisabled],
  )
}

/** Focuses the editor on a click on the label, which HTML labels do only for form controls. */
function useLabelPress(labelId: string, id: string): void {
  useEffect(() => {
    const label = document.getElementById(labelId)
    const focus = () => document.getElementById(id)?.focus()
    label?.addEventListener('click', focus)
    return () => label?.removeEventListener('click', focus)
  }, [labelId, id])
}

/**
 * A code editor with syntax colors, completion and error markers. Tab moves the focus; Ctrl + Space lists completions.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { ids, aria, frame } = useFieldIds(props)
  const texts = useTexts()
  const keys = `${ids.control}k`
  const described = aria['aria-describedby']
  const attributes = useAttributes(props, ids.control, described === undefined ? keys : `${described} ${keys}`)
  useLabelPress(ids.label, ids.control)
  const plain = useRef<HTMLTextAreaElement>(undefined)
  const keepPlain = (area: HTMLTextAreaElement | undefined) => {
    plain.current = area
  }
  const caret = () => plain.current?.selectionEnd ?? (props.autoFocus === true ? 0 : undefined)
  const box = [fieldStyles.box, fieldStyles.boxTall, fieldStyles.code, styles['editor']]
  return (
    <Field {...fieldPropsOf(props)} {...frame}>
      <div
        className={classNames(
          ...box,
          props.error !== undefined && fieldStyles.invalid,
          props.isDisabled && fieldStyles.off,
        )}
        style={heights(props)}
      >
        <CodeMirror
          fallback={<Plain id={ids.control} props={props} aria={attributes} onFocusChange={keepPlain} />}
          value={props.value}
          onChange={props.onChange}
          language={props.language}
          completions={props.completions ?? NONE}
          complete={props.complete}
          markers={props.markers ?? NONE}
          placeholder={props.placeholder}
          isReadOnly={props.isReadOnly === true}
          isDisabled={props.isDisabled === true}
          onEnter={props.onEnter}
          attributes={attributes}
          caret={caret}
        />
      </div>
      <VisuallyHidden id={keys}>{texts.editorKeys}</VisuallyHidden>
    </Field>
  )
}
