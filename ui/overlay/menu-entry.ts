import type { IconName } from '#ui/base/icon-paths.ts'

/** An act of a menu; with `items` it opens a further menu. */
export interface MenuAct {
  readonly kind?: 'act' | undefined
  readonly id: string
  readonly label: string
  readonly icon?: IconName | undefined
  readonly detail?: string | undefined
  /** Shown at the end, such as `Ctrl+S`. */
  readonly keys?: string | undefined
  readonly isDanger?: boolean | undefined
  /** Keys and pointer reach it all the same: what cannot be done is to be read. */
  readonly isDisabled?: boolean | undefined
  /** Says why an act is disabled: a second line, and its description to those who listen. */
  readonly why?: string | undefined
  /** Draws a check mark and is announced as on. */
  readonly isChecked?: boolean | undefined
  readonly href?: string | undefined
  readonly onAction?: (() => void) | undefined
  readonly items?: readonly MenuEntry[] | undefined
}

/** A line of a menu. */
export type MenuEntry =
  | MenuAct
  | { readonly kind: 'separator'; readonly id: string }
  | { readonly kind: 'heading'; readonly id: string; readonly label: string }
