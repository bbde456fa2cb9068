import { type DragEvent, useId, useRef, useState } from 'react'
import { Icon } from '#ui/display/Icon.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { Button } from './Button.tsx'
import styles from './FileDrop.module.css'
import { isAccepted } from './file-accept.ts'

export interface FileDropProps {
  readonly label: string
  readonly buttonLabel: string
  readonly description?: string | undefined
  /** Extensions with a dot, or media types. */
  readonly accept?: readonly string[] | undefined
  readonly isMultiple?: boolean | undefined
  /** Only files that are accepted. */
  readonly onFiles: (files: File[]) => void
  readonly isDisabled?: boolean | undefined
  readonly isPending?: boolean | undefined
  readonly error?: string | undefined
  /** In one line, where there is room for one. */
  readonly isRow?: boolean | undefined
}

const zoneOf = ({ isRow, error }: FileDropProps, isOver: boolean) =>
  classNames(styles.zone, isOver && styles.over, isRow && styles.row, error !== undefined && styles.invalid)

export function FileDrop(props: FileDropProps) {
  const { label, buttonLabel, description, accept, isMultiple = false, onFiles, isDisabled, error } = props
  const input = useRef<HTMLInputElement>(null)
  const labelId = useId()
  const [isOver, setOver] = useState(false)
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].filter((file) => isAccepted(file.name, file.type, accept))
    if (files.length > 0) onFiles(isMultiple ? files : files.slice(0, 1))
  }
  const onDragOver = (event: DragEvent) => {
    if (isDisabled || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a place to drop; the button in it is for the keyboard
    <div
      role="group"
      aria-labelledby={labelId}
      className={zoneOf(props, isOver)}
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
      <Button isDisabled={isDisabled} isPending={props.isPending} onPress={() => input.current?.click()}>
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
