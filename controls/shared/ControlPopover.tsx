import { type ReactNode, type RefObject, useState } from 'react'
import type { ControlPlacement } from './placement.ts'
import { Question, useLeaving } from './Question.tsx'
import { UnsavedContext } from './unsaved.tsx'
import { Popover } from '#ui/overlay/Popover.tsx'

export interface ControlPopoverProps {
  readonly label: string
  readonly title?: string | undefined
  readonly anchor: RefObject<Element | null>
  readonly placement: ControlPlacement
  readonly onClose: () => void
  /** In pixels; `content` is as wide as what is inside. */
  readonly width?: number | 'content' | undefined
  readonly children: ReactNode
}

/** Pixels. */
const WIDTH = 600

/**
 * An open popover beside a control. Escape and a press beside it close it; where its editor holds unsaved input they ask
 * first.
 */
export function ControlPopover(props: ControlPopoverProps) {
  const [isUnsaved, setUnsaved] = useState(false)
  const { leave, question } = useLeaving(isUnsaved, props.onClose)
  return (
    <Popover
      label={props.label}
      title={props.title}
      anchor={props.anchor}
      isOpen
      onOpenChange={(isOpen) => !isOpen && leave()}
      footer={question && <Question {...question} />}
      width={props.width === 'content' ? undefined : (props.width ?? WIDTH)}
      placement={props.placement}
      isPadded={false}
    >
      <UnsavedContext value={setUnsaved}>{props.children}</UnsavedContext>
    </Popover>
  )
}
