import type { ReactNode, RefObject } from 'react'
import type { ControlPlacement } from './placement.ts'
import { Popover } from '#ui/overlay/Popover.tsx'

export interface ControlPopoverProps {
  readonly label: string
  readonly title?: string | undefined
  readonly anchor: RefObject<Element | null>
  readonly placement: ControlPlacement
  readonly onClose: () => void
  /** In pixels; `content` fits the content. */
  readonly width?: number | 'content' | undefined
  readonly children: ReactNode
}

/** In pixels. */
const WIDTH = 600

/** A popover next to a control. Escape closes it. */
export function ControlPopover(props: ControlPopoverProps) {
  return (
    <Popover
      label={props.label}
      title={props.title}
      anchor={props.anchor}
      isOpen
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      width={props.width === 'content' ? undefined : (props.width ?? WIDTH)}
      placement={props.placement}
      isPadded={false}
    >
      {props.children}
    </Popover>
  )
}
