import type { ReactNode } from 'react'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'

export interface SaveDialogProps {
  readonly title: string
  /** Why it was not saved. */
  readonly problem: string | undefined
  readonly canSave: boolean
  /** Whether something in it is saved nowhere. */
  readonly isChanged: boolean
  readonly isSaving: boolean
  readonly onSave: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Fields in a dialog, saved by a button or by Enter. */
export function SaveDialog(props: SaveDialogProps) {
  const { title, problem, canSave, isSaving, onSave, onClose, children } = props
  const save = () => {
    if (canSave) onSave()
  }
  const buttons = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button variant="primary" isDisabled={!canSave} isPending={isSaving} onPress={save}>
        {t('Save')}
      </Button>
    </>
  )
  return (
    <ConfirmLeaveModal title={title} isOpen isChanged={props.isChanged} onClose={onClose} footer={buttons}>
      <FormStack ariaLabel={title} onSubmit={save}>
        {problem !== undefined && (
          <Banner tone="danger" isLive>
            {problem}
          </Banner>
        )}
        {children}
      </FormStack>
    </ConfirmLeaveModal>
  )
}
