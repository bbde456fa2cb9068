import { type ReactNode, useId } from 'react'
import { Modal as AriaModal, Dialog, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from '#ui/base/IconButton.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import styles from './Drawer.module.css'

export interface DrawerProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode | undefined
  readonly side?: 'bottom' | 'left' | 'right' | undefined
  readonly headerEnd?: ReactNode | undefined
}

export function Drawer({ title, isOpen, onClose, children, footer, side = 'bottom', headerEnd }: DrawerProps) {
  const titleId = useId()
  const texts = useTexts()
  return (
    <ModalOverlay
      className={styles.veil ?? ''}
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      isDismissable
    >
      <AriaModal className={classNames(styles.drawer, styles[side])}>
        <Dialog className={styles.dialog ?? ''} aria-labelledby={titleId}>
          <header className={styles.head}>
            <h2 id={titleId}>{title}</h2>
            <div className={styles.end}>
              {headerEnd}
              <IconButton icon="close" label={texts.close} tooltip={null} onPress={onClose} />
            </div>
          </header>
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <footer className={styles.foot}>{footer}</footer>}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  )
}
