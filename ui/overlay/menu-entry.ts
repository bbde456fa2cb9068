import type { IconName } from '#ui/display/icon-paths.ts'

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
  readonly isDisabled?: boolean | undefined
  /** Shown under the pointer; says why an act is disabled. */
  readonly tooltip?: string | undefined
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
