import type { ReactNode } from 'react'
import styles from './Editor.module.css'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/input/Button.tsx'

export interface FrameProps {
  readonly children: ReactNode
  readonly canSave: boolean
  readonly onSave: () => void
  readonly onClose: () => void
}

/** The inside of an editing popover without tabs: the fields of a draft, Close and Save. */
export function Frame({ children, canSave, onSave, onClose }: FrameProps) {
  return (
    <div>
      <div className={styles['body']}>{children}</div>
      <div className={styles['foot']}>
        <Button variant="quiet" onPress={onClose}>
          {t('Close')}
        </Button>
        <Button variant="primary" isDisabled={!canSave} onPress={onSave}>
          {t('Save')}
        </Button>
      </div>
    </div>
  )
}
