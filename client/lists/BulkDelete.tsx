import { type ReactNode, useState } from 'react'
import { t, tn } from '#core/text/t.ts'
import type { RemovalTexts } from './removal-texts.ts'
import { Button } from '#ui/base/Button.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'

interface Props {
  readonly names: readonly string[]
  readonly selectedText: string
  readonly onDelete: () => void
  readonly words: RemovalTexts
  /** Further information before the deletion. */
  readonly children?: ReactNode
}

/** Deletes the selected rows after a confirmation that names them. */
export function BulkDelete({ names, selectedText, onDelete, words, children }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <Inline gap={2}>
      <span>{selectedText}</span>
      <Button isWrite variant="danger" icon="trash" isDisabled={names.length === 0} onPress={() => setConfirming(true)}>
        {words.verb}
      </Button>
      <ConfirmDialog
        title={words.question(tn('%s item', '%s items', names.length, names.length))}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          onDelete()
        }}
        confirmLabel={words.verb}
        cancelLabel={t('Cancel')}
        tone="danger"
      >
        {names.join(', ')}
        {isConfirming && children}
      </ConfirmDialog>
    </Inline>
  )
}
