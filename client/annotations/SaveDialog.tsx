import { type ReactNode, useState } from 'react'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { SaveAttemptContext } from '#ui/base/missing-value.ts'
import { Button } from '#ui/base/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'

export interface SaveDialogProps {
  readonly title: string
  /** Why saving failed. */
  readonly problem: string | undefined
  readonly canSave: boolean
  /** True if the dialog has unsaved changes. */
  readonly isChanged: boolean
  readonly isSaving: boolean
  readonly onSave: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog with fields, saved with a button or Enter. */
export function SaveDialog(props: SaveDialogProps) {
  const { title, problem, canSave, isSaving, onSave, onClose, children } = props
  const [isAttempted, setAttempted] = useState(false)
  const save = () => {
    setAttempted(true)
    if (canSave) onSave()
  }
  const buttons = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button isWrite variant="primary" isDisabled={!canSave} isPending={isSaving} onPress={save}>
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
        <SaveAttemptContext value={isAttempted}>{children}</SaveAttemptContext>
      </FormStack>
    </ConfirmLeaveModal>
  )
}
