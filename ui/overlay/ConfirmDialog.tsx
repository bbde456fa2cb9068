import { type ReactNode, useState } from 'react'
import { Button } from '#ui/base/Button.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import styles from './ConfirmDialog.module.css'
import { Modal } from './Modal.tsx'

export interface ConfirmDialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
  readonly children: ReactNode
  readonly confirmLabel: string
  readonly cancelLabel: string
  readonly tone?: 'primary' | 'danger' | undefined
  readonly isPending?: boolean | undefined
  /** The action is disabled until the user types this word. */
  readonly word?: string | undefined
  readonly wordLabel?: string | undefined
  readonly extra?: ReactNode | undefined
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, onConfirm, word, tone = 'primary', isPending } = props
  const [typed, setTyped] = useState('')
  if (!isOpen && typed !== '') setTyped('')
  const isReady = word === undefined || typed.trim() === word
  return (
    <Modal
      title={props.title}
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      role="alertdialog"
      footer={
        <>
          {props.extra}
          <Button onPress={onClose}>{props.cancelLabel}</Button>
          <Button
            variant={tone}
            onPress={onConfirm}
            isDisabled={!isReady}
            isPending={isPending}
            autoFocus={word === undefined && tone !== 'danger'}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <div className={styles.text}>{props.children}</div>
      {word !== undefined && (
        <TextField
          label={props.wordLabel ?? word}
          value={typed}
          onChange={setTyped}
          autoFocus
          autoComplete="off"
          onEnter={() => isReady && onConfirm()}
        />
      )}
    </Modal>
  )
}
