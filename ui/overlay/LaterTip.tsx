import { type ReactNode, type RefObject, use, useEffect } from 'react'
import {
  Tooltip as AriaTooltip,
  TooltipContext,
  TooltipTrigger,
  TooltipTriggerStateContext,
} from 'react-aria-components/Tooltip'
import styles from './Tooltip.module.css'

/** Where the pointer and the focus are, as the button that has a text tells it. */
export type Nearness = 'over' | 'focused' | 'away' | 'pressed'

interface TextProps {
  readonly of: RefObject<HTMLElement | null>
  readonly near: Nearness
  readonly children: ReactNode
}

function Text({ of, near, children }: TextProps) {
  const state = use(TooltipTriggerStateContext)
  const context = use(TooltipContext)
  const id = context && 'id' in context ? context.id : undefined
  const isOpen = state?.isOpen === true
  useEffect(() => {
    if (near === 'over' || near === 'focused') state?.open(near === 'focused')
    else state?.close(near === 'pressed')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the state is another object each time; what counts is what has come
  }, [near])
  useEffect(() => {
    const button = of.current
    if (!isOpen || !button || !id) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      state?.close(true)
    }
    button.setAttribute('aria-describedby', id)
    document.addEventListener('keydown', onKeyDown, true)
    return () => {
      button.removeAttribute('aria-describedby')
      document.removeEventListener('keydown', onKeyDown, true)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above
  }, [isOpen, id, of])
  return (
    <AriaTooltip triggerRef={of} className={styles.tooltip ?? ''} placement="top" offset={6}>
      {children}
    </AriaTooltip>
  )
}

/** The text of a button that somebody has come near: a button alone, which most are for ever, is one element. */
export function LaterTip(props: TextProps) {
  return (
    <TooltipTrigger delay={150} closeDelay={0}>
      <Text {...props} />
    </TooltipTrigger>
  )
}
