import type { IconName } from '#ui/base/icon-paths.ts'

/** A menu item; with `items` it opens a submenu. */
export interface MenuAction {
  readonly kind?: 'act' | undefined
  readonly id: string
  readonly label: string
  readonly icon?: IconName | undefined
  readonly detail?: string | undefined
  /** The shortcut shown at the end, such as `Ctrl+S`. */
  readonly keys?: string | undefined
  readonly isDanger?: boolean | undefined
  /** Disabled items stay focusable, so that they can be read. */
  readonly isDisabled?: boolean | undefined
  /** True if the item saves something: disabled with the reason on a read-only page. */
  readonly isWrite?: boolean | undefined
  /** Explains why an item is disabled: shown in a second line, and as accessible description. */
  readonly why?: string | undefined
  /** Shows a check mark and is announced as checked. */
  readonly isChecked?: boolean | undefined
  readonly href?: string | undefined
  readonly onAction?: (() => void) | undefined
  /** Called when the pointer enters and leaves the item. */
  readonly onHover?: ((isHovered: boolean) => void) | undefined
  readonly items?: readonly MenuEntry[] | undefined
}

/** An entry of a menu. */
export type MenuEntry =
  | MenuAction
  | { readonly kind: 'separator'; readonly id: string }
  | { readonly kind: 'heading'; readonly id: string; readonly label: string }
