import type { ReactElement, ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import type { Placement } from './placement.ts'
import styles from './Tooltip.module.css'

export interface TooltipProps {
  readonly text: ReactNode
  readonly children: ReactElement
  readonly placement?: Placement | undefined
  /** Milliseconds under the pointer before it opens; under keyboard focus it opens at once. */
  readonly delay?: number | undefined
}

export function Tooltip({ text, children, placement = 'top', delay = 500 }: TooltipProps) {
  return (
    <TooltipTrigger delay={delay} closeDelay={0}>
      {children}
      <AriaTooltip className={styles.tooltip ?? ''} placement={placement} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
