import type { ReactNode, RefObject } from 'react'
import { Tooltip as AriaTooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import styles from '#ui/base/Tooltip.module.css'

export interface PointTooltipProps {
  /** The mark that the tooltip belongs to. */
  readonly anchor: RefObject<Element | null>
  readonly children: ReactNode
}

const ignore = () => undefined
/** Open while mounted; its owner closes it. */
const alwaysOpen = { isOpen: true, shouldSkipAnimation: true, open: ignore, close: ignore }

/** A tooltip for one point of a picture. Use a key per point: it does not follow its mark. */
export function PointTooltip({ anchor, children }: PointTooltipProps) {
  return (
    <TooltipTriggerStateContext value={alwaysOpen}>
      <AriaTooltip className={styles.tooltip ?? ''} triggerRef={anchor} placement="top" offset={8}>
        {children}
      </AriaTooltip>
    </TooltipTriggerStateContext>
  )
}
