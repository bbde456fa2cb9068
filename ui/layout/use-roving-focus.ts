import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { nextIndex } from './roving-index.ts'

interface RovingFocus<E extends HTMLElement> {
  readonly ref: RefObject<E | null>
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onFocus: (event: FocusEvent) => void
}

const BUTTONS = 'button:not(:disabled), a[href], [role=button]'

const buttonsIn = (host: HTMLElement) => [...host.querySelectorAll<HTMLElement>(BUTTONS)]

/** Leaves one button in the tab order: the focused, pressed, previous or first one. */
function settle(host: HTMLElement, last: RefObject<HTMLElement | null>): void {
  const buttons = buttonsIn(host)
  const stop =
    buttons.find((each) => each === document.activeElement) ??
    buttons.find((each) => each.getAttribute('aria-pressed') === 'true') ??
    buttons.find((each) => each === last.current) ??
    buttons[0]
  for (const each of buttons) each.tabIndex = each === stop ? 0 : -1
}

/** Returns the nearest button in the next row of a grid; undefined if the buttons form a single row or column. */
function inNextRow(buttons: readonly HTMLElement[], at: number, key: string): number | undefined {
  const here = buttons[at]
  if (!here || !/^Arrow(Up|Down)$/.test(key)) return undefined
  const isBeyond = (top: number) => (key === 'ArrowDown' ? top > here.offsetTop : top < here.offsetTop)
  const beyond = buttons.filter(({ offsetTop }) => isBeyond(offsetTop))
  const rows = beyond.map(({ offsetTop }) => offsetTop)
  const row = key === 'ArrowDown' ? Math.min(...rows) : Math.max(...rows)
  const [nearest] = beyond
    .filter(({ offsetTop }) => offsetTop === row)
    .toSorted((a, b) => Math.abs(a.offsetLeft - here.offsetLeft) - Math.abs(b.offsetLeft - here.offsetLeft))
  return nearest && buttons.indexOf(nearest)
}

/** Makes the buttons and links within an element one tab stop: arrow keys, Home and End move the focus between them. */
export function useRovingFocus<E extends HTMLElement>(): RovingFocus<E> {
  const ref = useRef<E>(null)
  const last = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (ref.current) settle(ref.current, last)
  })
  const onFocus = ({ target }: FocusEvent) => {
    last.current = target as HTMLElement
    if (ref.current) settle(ref.current, last)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!ref.current || event.ctrlKey || event.metaKey || event.altKey) return
    const buttons = buttonsIn(ref.current)
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    if (at < 0) return
    const next = inNextRow(buttons, at, event.key) ?? nextIndex(event.key, at, buttons.length)
    if (next === undefined) return
    event.preventDefault()
    buttons[next]?.focus()
  }
  return { ref, onKeyDown, onFocus }
}
