/** A metric or column of the dataset, carried from its list to a control. */
export interface CarriedPart {
  readonly kind: 'metric' | 'column'
  readonly name: string
  /** The name people read. */
  readonly label: string
}

/** Something chosen in a control, carried to another place of the same list. */
export interface CarriedPill {
  readonly kind: 'pill'
  /** Name of the control it stands in. */
  readonly list: string
  readonly index: number
  readonly label: string
}

export type Carried = CarriedPart | CarriedPill

/** What is carried; undefined for what is none of it. */
export function readCarried(raw: unknown): Carried | undefined {
  const kind = (raw as Partial<Carried> | null | undefined)?.kind
  return kind === 'metric' || kind === 'column' || kind === 'pill' ? (raw as Carried) : undefined
}

/** What a control does with metrics and columns brought to it. */
export interface Slot {
  /** Why it does not take this, for people; null when it does. */
  readonly refuses: (part: CarriedPart) => string | null
  /** Takes it in at a place of its list. `edit` opens the editor of something new. */
  readonly take: (part: CarriedPart, at: number, edit: () => void) => void
}

/** The list with `item` at a place; places beyond the end are the end. */
export function inserted<T>(list: readonly T[], item: T, at: number): T[] {
  return list.toSpliced(at, 0, item)
}

/** The list with the item at `from` standing before the one that is at `at` now; `at` of the length is the end. */
export function moved<T>(list: readonly T[], from: number, at: number): T[] {
  const item = list[from]
  if (item === undefined) return [...list]
  return inserted(list.toSpliced(from, 1), item, at > from ? at - 1 : at)
}

/** The place in a list for a pointer at height `y`: before the first row whose middle lies below it. */
export function placeAt(y: number, rows: readonly { readonly top: number; readonly bottom: number }[]): number {
  const found = rows.findIndex(({ top, bottom }) => y < (top + bottom) / 2)
  return found === -1 ? rows.length : found
}
