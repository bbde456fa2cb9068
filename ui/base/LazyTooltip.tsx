import { type ReactNode, type RefObject, use, useEffect, useRef } from 'react'
import {
  Tooltip as AriaTooltip,
  TooltipContext,
  TooltipTrigger,
  TooltipTriggerStateContext,
} from 'react-aria-components/Tooltip'
import type { PointerPublisher } from './pointer-state.ts'
import styles from './Tooltip.module.css'

interface TextProps {
  readonly of: RefObject<HTMLElement | null>
  readonly visitor: PointerPublisher
  readonly children: ReactNode
}

function Text({ of, visitor, children }: TextProps) {
  const state = use(TooltipTriggerStateContext)
  const context = use(TooltipContext)
  const id = context && 'id' in context && typeof context.id === 'string' ? context.id : undefined
  const isOpen = state?.isOpen === true
  const latest = useRef(state)
  latest.current = state
  useEffect(
    () =>
      visitor.follow((near) => {
        if (near === 'over' || near === 'focused') latest.current?.open(near === 'focused')
        else latest.current?.close(near === 'pressed')
      }),
    [visitor],
  )
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the state object changes on every render; only `isOpen` matters
  }, [isOpen, id, of])
  return (
    <AriaTooltip triggerRef={of} className={styles.tooltip ?? ''} placement="top" offset={6}>
      {children}
    </AriaTooltip>
  )
}

export interface LazyTooltipProps extends TextProps {
  /** Milliseconds of hovering before it opens; with keyboard focus it opens at once. */
  readonly delay: number
}

/**
 * The tooltip of a button that has been hovered or focused. Until then, the button is a single element without a
 * tooltip.
 */
export function LazyTooltip({ delay, ...props }: LazyTooltipProps) {
  return (
    <TooltipTrigger delay={delay} closeDelay={0}>
      <Text {...props} />
    </TooltipTrigger>
  )
}
