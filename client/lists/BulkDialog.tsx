import type { ReactNode } from 'react'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { toast } from '#ui/overlay/toast.ts'

interface Props<Way extends string> {
  readonly title: string
  /** The field with the value for all rows. */
  readonly field: ReactNode
  readonly isChosen: boolean
  /** The treatment of the existing values of the rows. */
  readonly ways: {
    readonly label: string
    readonly options: readonly { readonly value: Way; readonly label: string }[]
    readonly value: Way
    readonly onChange: (way: Way) => void
  }
  readonly isSaving: boolean
  readonly onSave: () => void
  readonly onClose: () => void
}

/** The dialog for bulk edits: a field, the treatment of existing values, and saving. */
export function BulkDialog<Way extends string>({
  title,
  field,
  isChosen,
  ways,
  isSaving,
  onSave,
  onClose,
}: Props<Way>) {
  return (
    <ConfirmLeaveModal
      title={title}
      isOpen
      isChanged={isChosen}
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button isWrite variant="primary" isDisabled={!isChosen} isPending={isSaving} onPress={onSave}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {field}
        <RadioGroup<Way> {...ways} />
      </Stack>
    </ConfirmLeaveModal>
  )
}

/** Reports changed and failed rows in one notification, because a second one would hide the first. */
export function reportBulk(changed: string | undefined, failed: string | undefined): void {
  const text = [failed, changed].filter(Boolean).join('. ')
  if (text) toast.show({ text, ...(failed ? { tone: 'danger' as const } : {}) })
}
