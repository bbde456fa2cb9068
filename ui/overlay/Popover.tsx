import type { ReactElement, ReactNode, RefObject } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { OverlayArrow, Popover as AriaPopover } from 'react-aria-components/Popover'
import { useIsBlocked } from '#ui/base/read-only.ts'
import { classNames } from '#ui/tokens/class-names.ts'
import { withoutUndefined } from '#ui/tokens/without-undefined.ts'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'
import { type Placement, responsivePlacement } from '#ui/base/placement.ts'
import styles from './Popover.module.css'

type Content = ReactNode | ((close: () => void) => ReactNode)

export interface PopoverProps {
  /** The accessible name of the dialog; `title` is visible. */
  readonly label: string
  readonly title?: string | undefined
  readonly children: Content
  readonly footer?: Content | undefined
  /** The trigger button; without it, provide `anchor` and `isOpen`. */
  readonly trigger?: ReactElement | undefined
  readonly anchor?: RefObject<Element | null> | undefined
  readonly placement?: Placement | undefined
  readonly hasArrow?: boolean | undefined
  readonly width?: number | undefined
  readonly isOpen?: boolean | undefined
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined
  readonly isPadded?: boolean | undefined
}

const renderContent = (content: Content | undefined, close: () => void) =>
  typeof content === 'function' ? content(close) : content

export function Popover(props: PopoverProps) {
  const { label, title, children, footer, trigger, anchor, hasArrow = true, isPadded = true, width } = props
  const isNarrow = useIsNarrow()
  const isBlocked = useIsBlocked(trigger)
  const openness = withoutUndefined({ isOpen: props.isOpen, onOpenChange: props.onOpenChange })
  const panel = (
    <AriaPopover
      className={styles.popover ?? ''}
      placement={responsivePlacement(isNarrow, props.placement ?? 'bottom start')}
      offset={hasArrow ? 10 : 6}
      arrowBoundaryOffset={12}
      {...withoutUndefined({ style: width === undefined ? undefined : { width } })}
      {...(anchor !== undefined && { triggerRef: anchor, ...openness })}
    >
      {hasArrow && (
        <OverlayArrow className={styles.arrow ?? ''}>
          <svg width="14" height="7" viewBox="0 0 14 7" aria-hidden="true">
            <path d="M0 0 7 7 14 0" />
          </svg>
        </OverlayArrow>
      )}
      <Dialog className={styles.dialog ?? ''} aria-label={label}>
        {({ close }) => (
          <>
            {title !== undefined && <h2 className={styles.title}>{title}</h2>}
            <div className={classNames(styles.body, isPadded && styles.padded)}>{renderContent(children, close)}</div>
            {footer !== undefined && <div className={styles.footer}>{renderContent(footer, close)}</div>}
          </>
        )}
      </Dialog>
    </AriaPopover>
  )
  if (trigger === undefined) return panel
  if (isBlocked) return trigger
  return (
    <DialogTrigger {...openness}>
      {trigger}
      {panel}
    </DialogTrigger>
  )
}
