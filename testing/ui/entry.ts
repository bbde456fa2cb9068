import type { ReactElement } from 'react'

export type Act = (...said: unknown[]) => void

/** A component as the contract of the room tries it. */
export interface Entry {
  /** The component; `act` is called by what can be done with it. */
  readonly draw: (act: Act, isDisabled: boolean) => ReactElement
  readonly role: string
  readonly name?: string | RegExp
  /** Keys that do what it is for, each on the component as it was drawn. Without any it takes no focus. */
  readonly keys?: readonly string[]
  /** What these keys open, where that is what it is for. */
  readonly opens?: string
  readonly canBeDisabled?: true
  /** The element that takes the place of the first one once its code is loaded. */
  readonly becomes?: string
  /** It takes the focus itself, as what lies over a page does. */
  readonly isOver?: true
}

export type Entries = Readonly<Record<string, Entry>>

/** Keys that press. */
export const PRESS = ['{Enter}', ' '] as const

export const button = { role: 'button', name: 'It', keys: PRESS } as const

export const options = [
  { value: 'a', label: 'One' },
  { value: 'b', label: 'Two' },
]

/** A menu of one act. */
export const items = (onAction: Act) => [{ id: 'a', label: 'One', onAction }]
