/** A metric or column of the dataset, dragged from its list to a control. */
export interface DraggedField {
  readonly kind: 'metric' | 'column'
  readonly name: string
  /** The display name. */
  readonly label: string
}

/** An item of a control, dragged to another position of the same list. */
export interface DraggedPill {
  readonly kind: 'pill'
  /** The name of its control. */
  readonly list: string
  readonly index: number
  readonly label: string
}

export type DragData = DraggedField | DraggedPill

/** Parses dragged data; undefined for other data. */
export function parseDragData(raw: unknown): DragData | undefined {
  const kind = (raw as Partial<DragData> | null | undefined)?.kind
  return kind === 'metric' || kind === 'column' || kind === 'pill' ? (raw as DragData) : undefined
}

/** How a control handles dropped metrics and columns. */
export interface Slot {
  /** Returns the user-facing reason for rejecting an item; null if it is accepted. */
  readonly refuses: (part: DraggedField) => string | null
  /** Inserts an item at an index. `edit` opens the editor of a new item. */
  readonly take: (part: DraggedField, at: number, edit: () => void) => void
}

/** Inserts `item` at an index; indexes beyond the end append. */
export function insertItemAt<T>(list: readonly T[], item: T, at: number): T[] {
  return list.toSpliced(at, 0, item)
}

/** Moves the item at `from` before the one that is currently at `at`; the length as `at` means the end. */
export function moveItem<T>(list: readonly T[], from: number, at: number): T[] {
  const item = list[from]
  if (item === undefined) return [...list]
  return insertItemAt(list.toSpliced(from, 1), item, at > from ? at - 1 : at)
}

/** Returns the insertion index for a pointer at height `y`: before the first row whose center is below it. */
export function insertionIndexAt(
  y: number,
  rows: readonly { readonly top: number; readonly bottom: number }[],
): number {
  const found = rows.findIndex(({ top, bottom }) => y < (top + bottom) / 2)
  return found === -1 ? rows.length : found
}
