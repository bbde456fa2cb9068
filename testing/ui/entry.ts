import type { ReactElement } from 'react'

export type ActionListener = (...said: unknown[]) => void

/** A component as tested by the contract of the `ui` module. */
export interface Entry {
  /** Renders the component; `act` is called by its action. */
  readonly draw: (act: ActionListener, isDisabled: boolean) => ReactElement
  readonly role: string
  readonly name?: string | RegExp
  /** Keys that trigger its action, each on a newly rendered component. Without any it cannot be focused. */
  readonly keys?: readonly string[]
  /** The role of the element these keys open, if any. */
  readonly opens?: string
  readonly canBeDisabled?: true
  /** The tag name of the element that replaces the first one once its code is loaded. */
  readonly becomes?: string
  /** It takes focus itself, like an overlay. */
  readonly isOver?: true
}

export type Entries = Readonly<Record<string, Entry>>

/** Keys that press a button. */
export const PRESS_KEYS = ['{Enter}', ' '] as const

export const button = { role: 'button', name: 'It', keys: PRESS_KEYS } as const

export const options = [
  { value: 'a', label: 'One' },
  { value: 'b', label: 'Two' },
]

/** Returns the items of a menu with one action. */
export const items = (onAction: ActionListener) => [{ id: 'a', label: 'One', onAction }]
