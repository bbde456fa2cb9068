import type { ReactNode, RefObject } from 'react'
import { Tooltip as AriaTooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import styles from '#ui/base/Tooltip.module.css'

export interface PointTipProps {
  /** The mark it tells of. */
  readonly anchor: RefObject<Element | null>
  readonly children: ReactNode
}

const nothing = () => undefined
/** It is open as long as it is drawn; whoever draws it closes it. */
const alwaysOpen = { isOpen: true, shouldSkipAnimation: true, open: nothing, close: nothing }

/** What is told of one point of a picture. Give it a key by point: it does not follow its mark. */
export function PointTip({ anchor, children }: PointTipProps) {
  return (
    <TooltipTriggerStateContext value={alwaysOpen}>
      <AriaTooltip className={styles.tooltip ?? ''} triggerRef={anchor} placement="top" offset={8}>
        {children}
      </AriaTooltip>
    </TooltipTriggerStateContext>
  )
}
