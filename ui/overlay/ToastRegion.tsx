import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '#ui/base/Icon.tsx'
import type { Tone } from '#ui/base/tone.ts'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import styles from './ToastRegion.module.css'
import { type QueuedToast, toast } from './toast.ts'

const icons = { neutral: undefined, accent: 'info', good: 'check', warn: 'warning', danger: 'error' } as const

function iconOf(tone: Tone = 'neutral') {
  return icons[tone]
}

/** Returns for how many seconds a message is shown. It makes room for the next one, unless it has an action. */
function durationOf({ seconds, action, tone }: QueuedToast, hasNext: boolean): number {
  if (!hasNext || action) return seconds
  return Math.min(seconds, tone === 'danger' || tone === 'warn' ? 5 : 2)
}

function Shown({ message, hasNext }: { readonly message: QueuedToast; readonly hasNext: boolean }) {
  const texts = useTexts()
  const [elapsed, setElapsed] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const duration = durationOf(message, hasNext)
  useEffect(() => {
    if (isHeld) return
    if (elapsed >= duration) {
      toast.close(message.id)
      return
    }
    const timer = setTimeout(() => setElapsed(elapsed + 1), 1000)
    return () => clearTimeout(timer)
  }, [elapsed, duration, isHeld, message.id])
  const { action, tone, text } = message
  const icon = iconOf(tone)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the timer pauses while hovered or focused
    <div
      role="group"
      aria-label={text}
      className={classNames(styles.toast, tone && styles[tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => event.key === 'Escape' && toast.close(message.id)}
    >
      {icon && <Icon name={icon} />}
      <span className={styles.text}>{text}</span>
      {action && (
        <>
          <i className={styles.rule} />
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              toast.close(message.id)
              action.onPress()
            }}
          >
            {action.label}
          </button>
          <span className={styles.seconds} aria-hidden="true">
            {texts.secondsLeft(message.seconds - elapsed)}
          </span>
        </>
      )}
      <button type="button" className={styles.close} aria-label={texts.dismiss} onClick={() => toast.close(message.id)}>
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}

/** Pixels between a message and the bar below it. */
const GAP = 8
/** Bars further up are out of the way of messages. */
const MAX_BAR_HEIGHT = 160

/** Returns the distance in px from the bottom of the window to the top of the action bars that a message would cover. */
function barHeightUnder(message: Element): number {
  const { left, right } = message.getBoundingClientRect()
  const bars = [...document.querySelectorAll('[data-action-bar]')].map((bar) => bar.getBoundingClientRect())
  const covered = bars.filter((bar) => bar.height > 0 && bar.left < right && bar.right > left)
  const heights = covered.map(({ top }) => window.innerHeight - top).filter((height) => height <= MAX_BAR_HEIGHT)
  return Math.max(0, ...heights)
}

/** Moves the region above the action bars at the bottom of the window that its message would cover. */
function useClearBars(message: QueuedToast | undefined) {
  const region = useRef<HTMLDivElement>(null)
  const [bottom, setBottom] = useState<number>()
  useLayoutEffect(() => {
    const shown = region.current?.querySelector('[role="group"]')
    const height = message && shown ? barHeightUnder(shown) : 0
    setBottom(height > 0 ? height + GAP : undefined)
  }, [message])
  return { region, style: bottom === undefined ? undefined : { bottom } }
}

const subscribe = (listener: () => void) => toast.subscribe(listener)
const firstToast = () => toast.first()
const hasNextToast = () => toast.hasNext()

export function ToastRegion() {
  const message = useSyncExternalStore(subscribe, firstToast, firstToast)
  const hasNext = useSyncExternalStore(subscribe, hasNextToast, hasNextToast)
  const isTrouble = message?.tone === 'danger'
  const { region, style } = useClearBars(message)
  return createPortal(
    // `data-react-aria-top-layer` keeps the toast accessible while a modal dialog hides the rest of the page.
    <div ref={region} className={styles.region} style={style} data-react-aria-top-layer="true">
      <div role="status" aria-live="polite">
        {message && !isTrouble && <Shown key={message.id} message={message} hasNext={hasNext} />}
      </div>
      <div role="alert">{message && isTrouble && <Shown key={message.id} message={message} hasNext={hasNext} />}</div>
    </div>,
    document.body,
  )
}
