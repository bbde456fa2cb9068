import styles from './Editor.module.css'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'

export interface EditorFooterProps {
  readonly canSave: boolean
  readonly onSave: () => void
  readonly onClose: () => void
}

/** The Close and Save buttons of an editor; they are sticky. */
export function EditorFooter({ canSave, onSave, onClose }: EditorFooterProps) {
  return (
    <div className={styles['foot']}>
      <Button variant="quiet" onPress={onClose}>
        {t('Close')}
      </Button>
      <Button variant="primary" isDisabled={!canSave} onPress={onSave}>
        {t('Save')}
      </Button>
    </div>
  )
}
