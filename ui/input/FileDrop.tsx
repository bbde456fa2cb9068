import { type DragEvent, useContext, useId, useRef, useState } from 'react'
import { Icon } from '#ui/base/Icon.tsx'
import { ReadOnlyContext } from '#ui/base/read-only.ts'
import { classNames } from '#ui/tokens/class-names.ts'
import { type Texts, useTexts } from '#ui/tokens/texts.ts'
import { Button } from '#ui/base/Button.tsx'
import styles from './FileDrop.module.css'
import { isAccepted } from './file-accept.ts'

export interface FileDropProps {
  readonly label: string
  readonly buttonLabel: string
  readonly description?: string | undefined
  /** File extensions with a dot, or media types. */
  readonly accept?: readonly string[] | undefined
  readonly isMultiple?: boolean | undefined
  /** Called if all files are accepted; otherwise none is passed on and the reason is shown. */
  readonly onFiles: (files: File[]) => void
  readonly isDisabled?: boolean | undefined
  /** True if the files are saved: disabled with the reason on a read-only page. */
  readonly isWrite?: boolean | undefined
  readonly isPending?: boolean | undefined
  readonly error?: string | undefined
  /** On one line if there is room. */
  readonly isRow?: boolean | undefined
}

const zoneOf = (isRow: boolean | undefined, hasError: boolean, isOver: boolean) =>
  classNames(styles.zone, isOver && styles.over, isRow && styles.row, hasError && styles.invalid)

/** Returns why files are rejected; undefined if they are accepted. */
function problemOf(files: readonly File[], { accept, isMultiple }: FileDropProps, texts: Texts): string | undefined {
  const rejectedNames = files.filter((file) => !isAccepted(file.name, file.type, accept)).map(({ name }) => `"${name}"`)
  const extensions = (accept ?? []).filter((each) => each.startsWith('.')).join(', ')
  if (rejectedNames.length > 0) return texts.filesNotAccepted(rejectedNames.join(', '), extensions)
  return files.length > 1 && !isMultiple ? texts.oneFileOnly(files.length) : undefined
}

/** Passes files on, or shows why they are rejected. */
function useFiles(props: FileDropProps) {
  const texts = useTexts()
  const [problem, setProblem] = useState<string>()
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    const problemText = problemOf(files, props, texts)
    setProblem(problemText)
    if (problemText === undefined && files.length > 0) props.onFiles(files)
  }
  return { take, error: problem ?? props.error }
}

/** Whether no files are taken, because the control is disabled or the page is read-only. */
function useIsDisabled({ isDisabled, isWrite }: FileDropProps): boolean {
  const isReadOnly = useContext(ReadOnlyContext) !== undefined
  return isDisabled === true || (isWrite === true && isReadOnly)
}

export function FileDrop(props: FileDropProps) {
  const { label, buttonLabel, description, accept, isMultiple = false, isWrite = false } = props
  const isDisabled = useIsDisabled(props)
  const input = useRef<HTMLInputElement>(null)
  const labelId = useId()
  const [isOver, setOver] = useState(false)
  const { take, error } = useFiles(props)
  const onDragOver = (event: DragEvent) => {
    if (isDisabled || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a drop zone; keyboard users have the button inside
    <div
      role="group"
      aria-labelledby={labelId}
      className={zoneOf(props.isRow, error !== undefined, isOver)}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!isDisabled) take(event.dataTransfer.files)
      }}
    >
      <Icon name="upload" size={20} tone={isOver ? 'accent' : 'neutral'} />
      <span id={labelId} className={styles.label}>
        {label}
      </span>
      {description !== undefined && <span className={styles.description}>{description}</span>}
      <Button
        isWrite={isWrite}
        isDisabled={isDisabled}
        isPending={props.isPending}
        onPress={() => input.current?.click()}
      >
        {buttonLabel}
      </Button>
      {error !== undefined && (
        <span className={styles.error} role="alert">
          {error}
        </span>
      )}
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden="true"
        accept={accept?.join(',')}
        multiple={isMultiple}
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
    </div>
  )
}
