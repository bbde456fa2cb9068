import { useEffect, useState } from 'react'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'

export interface QuestionProps {
  readonly text: string
  readonly keep: string
  readonly onKeep: () => void
  readonly lose: string
  readonly onLose: () => void
}

/** A question that replaces the content of a dialog until it is answered. */
export function DiscardPrompt({ text, keep, onKeep, lose, onLose }: QuestionProps) {
  const [focused] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
    },
    [focused],
  )
  const actions = (
    <>
      <Button size="sm" autoFocus onPress={onKeep}>
        {keep}
      </Button>
      <Button size="sm" variant="danger" onPress={onLose}>
        {lose}
      </Button>
    </>
  )
  return (
    <Banner tone="warn" isLive actions={actions}>
      {text}
    </Banner>
  )
}

/**
 * Confirms before a dialog with unsaved changes closes. A second attempt to close, for example with Escape, keeps
 * editing: only the button discards the changes. `question` is defined while the dialog asks.
 */
export function useDiscardConfirmation(isChanged: boolean, onClose: () => void) {
  const [isLeaving, setLeaving] = useState(false)
  const question: QuestionProps = {
    text: t('There are unsaved changes.'),
    keep: t('Keep editing'),
    onKeep: () => setLeaving(false),
    lose: t('Yes, cancel'),
    onLose: onClose,
  }
  const leave = () => (isChanged ? setLeaving(!isLeaving) : onClose())
  return { leave, question: isLeaving ? question : undefined }
}
