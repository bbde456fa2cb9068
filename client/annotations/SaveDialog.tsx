import type { ReactNode } from 'react'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/input/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'

export interface SaveDialogProps {
  readonly title: string
  /** Why it was not saved. */
  readonly problem: string | undefined
  readonly canSave: boolean
  readonly isSaving: boolean
  readonly onSave: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Fields in a dialog, saved by a button or by Enter. */
export function SaveDialog({ title, problem, canSave, isSaving, onSave, onClose, children }: SaveDialogProps) {
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
    <Modal title={title} isOpen onClose={onClose} isMaskClosable={false} footer={buttons}>
      <FormStack ariaLabel={title} onSubmit={save}>
        {problem !== undefined && (
          <Banner tone="danger" isLive>
            {problem}
          </Banner>
        )}
        {children}
      </FormStack>
    </Modal>
  )
}
