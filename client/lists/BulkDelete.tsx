import { useState } from 'react'
import { t, tn } from '#core/text/t.ts'
import { Button } from '#ui/input/Button.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'

interface Props {
  readonly names: readonly string[]
  readonly selectedText: string
  readonly onDelete: () => void
}

/** Deletes what is selected, after naming it. */
export function BulkDelete({ names, selectedText, onDelete }: Props) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Inline gap={2}>
      <span>{selectedText}</span>
      <Button variant="danger" icon="trash" isDisabled={names.length === 0} onPress={() => setAsking(true)}>
        {t('Delete')}
      </Button>
      <ConfirmDialog
        title={t('Delete %s?', tn('%s item', '%s items', names.length, names.length))}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onDelete()
        }}
        confirmLabel={t('Delete')}
        cancelLabel={t('Cancel')}
        tone="danger"
      >
        {names.join(', ')}
      </ConfirmDialog>
    </Inline>
  )
}
