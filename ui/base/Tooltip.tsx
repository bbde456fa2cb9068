import { type ReactElement, type ReactNode, use } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import type { Placement } from './placement.ts'
import styles from './Tooltip.module.css'
import { useWasOpen } from './use-was-open.ts'

export interface TooltipProps {
  readonly text: ReactNode
  readonly children: ReactElement
  readonly placement?: Placement | undefined
  /** Milliseconds of hovering before it opens; with keyboard focus it opens at once. */
  readonly delay?: number | undefined
}

/** The tooltip content, rendered when first shown: pages have hundreds of tooltips that never are. */
function Text({ text, placement = 'top' }: Pick<TooltipProps, 'text' | 'placement'>) {
  const wasOpen = useWasOpen(use(TooltipTriggerStateContext)?.isOpen === true)
  if (!wasOpen) return null
  return (
    <AriaTooltip className={styles.tooltip ?? ''} placement={placement} offset={6}>
      {text}
    </AriaTooltip>
  )
}

export function Tooltip({ text, children, placement, delay = 500 }: TooltipProps) {
  return (
    <TooltipTrigger delay={delay} closeDelay={0}>
      {children}
      <Text text={text} placement={placement} />
    </TooltipTrigger>
  )
}
