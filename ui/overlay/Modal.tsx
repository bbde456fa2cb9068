import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Modal as AriaModal, Dialog, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from '#ui/base/IconButton.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import styles from './Modal.module.css'

/** The element that opened each dialog. */
const openers = new WeakMap<Element, Element>()

/** Returns the focused element, or inside a dialog the element that opened it. */
function openerNow(): Element | null {
  const active = document.activeElement
  const dialog = active?.closest('[role=dialog], [role=alertdialog]')
  return (dialog && openers.get(dialog)) ?? active
}

/**
 * Restores the focus after a dialog that replaced another one closes, for example a form that replaced a loading
 * dialog. The focus came from the other dialog, which no longer exists. Returns the ref of the dialog.
 */
function useOpener(isOpen: boolean): RefObject<HTMLElement | null> {
  const dialog = useRef<HTMLElement>(null)
  const [opener] = useState(() => (isOpen ? openerNow() : null))
  useEffect(() => {
    if (!(opener instanceof HTMLElement)) return
    if (dialog.current) openers.set(dialog.current, opener)
    return () => {
      // react-aria restores the focus within one frame, and another dialog may have the focus by then.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement === document.body && opener.isConnected) opener.focus()
        }),
      )
    }
  }, [opener])
  return dialog
}

export interface ModalProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly size?: 'sm' | 'md' | 'lg' | 'gallery' | 'full' | undefined
  readonly footer?: ReactNode | undefined
  readonly headerEnd?: ReactNode | undefined
  readonly isMaskClosable?: boolean | undefined
  readonly isKeyboardDismissable?: boolean | undefined
  readonly isFullHeight?: boolean | undefined
  /** Without padding around the body. */
  readonly isFlush?: boolean | undefined
  readonly role?: 'dialog' | 'alertdialog' | undefined
}

/**
 * Returns the ref of an overlay that other dialogs do not make inert while it opens. An open dialog makes elements
 * inert that are added to the page, until its effects are cleaned up. A dialog that is replaced by another, for example
 * by a loaded form, is cleaned up one frame later. Without the guard, the focused field would lose the focus.
 */
function useInertGuard(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const overlay = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isOpen) overlay.current?.setAttribute('data-react-aria-top-layer', 'true')
  }, [isOpen])
  // Runs after the effects of the replaced dialog are cleaned up.
  useEffect(() => {
    if (isOpen) overlay.current?.removeAttribute('data-react-aria-top-layer')
  }, [isOpen])
  return overlay
}

export function Modal(props: ModalProps) {
  const { title, isOpen, onClose, children, size = 'md', footer, headerEnd, isMaskClosable = true } = props
  const titleId = useId()
  const texts = useTexts()
  const dialog = useOpener(isOpen)
  const overlay = useInertGuard(isOpen)
  return (
    <ModalOverlay
      ref={overlay}
      className={styles.veil ?? ''}
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      isDismissable={isMaskClosable}
      isKeyboardDismissDisabled={props.isKeyboardDismissable === false}
    >
      <AriaModal className={classNames(styles.modal, styles[size], props.isFullHeight && styles.fullHeight)}>
        <Dialog ref={dialog} className={styles.dialog ?? ''} role={props.role ?? 'dialog'} aria-labelledby={titleId}>
          <header className={styles.head}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            <div className={styles.end}>
              {headerEnd}
              <IconButton icon="close" label={texts.close} tooltip={null} onPress={onClose} />
            </div>
          </header>
          <div className={classNames(styles.body, props.isFlush && styles.flush)}>{children}</div>
          {footer !== undefined && <footer className={styles.foot}>{footer}</footer>}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  )
}
