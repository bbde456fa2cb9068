/** What a person does to a column in the table itself; in forms it stands among the settings of the column. */
export interface ColumnByHand {
  /** px, 1 to 2000. */
  readonly columnWidth?: number | undefined
  /** Off: the column is not shown. */
  readonly visible?: boolean | undefined
  /** The edge at which it stays while others scroll; `none` takes back what the form says. */
  readonly pinned?: 'left' | 'right' | 'none' | undefined
  /** Its place among the columns, counted from 1; that of the question when absent. */
  readonly position?: number | undefined
}

/** The same by column: the label in the answer, with `%` before it for shares. */
export type ColumnsByHand = Readonly<Record<string, ColumnByHand>>

const KEYS = ['columnWidth', 'visible', 'pinned', 'position'] as const

/** px */
const WIDEST = 2000
/** Columns an address may speak of. */
const MAX_URL_COLUMNS = 500

function legal(raw: unknown): ColumnByHand {
  if (typeof raw !== 'object' || raw === null) return {}
  const { columnWidth, visible, pinned, position } = raw as Readonly<Record<string, unknown>>
  const width = Number(columnWidth)
  return {
    ...(columnWidth !== '' && width > 0 ? { columnWidth: Math.min(WIDEST, width) } : {}),
    ...(typeof visible === 'boolean' ? { visible } : {}),
    ...(pinned === 'left' || pinned === 'right' || pinned === 'none' ? { pinned } : {}),
    ...(typeof position === 'number' && Number.isFinite(position) ? { position } : {}),
  }
}

/** What is kept of hands by column, in a form or in `ownState.columns`; what is said wrongly is nothing. */
export function byHandOf(columns: unknown): ColumnsByHand {
  if (typeof columns !== 'object' || columns === null || Array.isArray(columns)) return {}
  return Object.fromEntries(
    Object.entries(columns)
      .slice(0, MAX_URL_COLUMNS)
      .map(([name, raw]) => [name, legal(raw)]),
  )
}

/** What was said of columns before, with what is done to them now. */
export function changed<T extends Readonly<Record<string, object>>>(before: T, now: ColumnsByHand): T {
  const next: Record<string, object> = { ...before }
  for (const [name, change] of Object.entries(now)) {
    const whole: Record<string, unknown> = { ...next[name], ...change }
    for (const key of KEYS) if (whole[key] === undefined) delete whole[key]
    if (Object.keys(whole).length > 0) next[name] = whole
    else delete next[name]
  }
  return next as T
}

/** What takes back all that is kept of hands. */
export function takenBack(before: Readonly<Record<string, object>>): ColumnsByHand {
  const nothing = Object.fromEntries(KEYS.map((key) => [key, undefined]))
  return Object.fromEntries(Object.keys(before).map((name) => [name, nothing])) as ColumnsByHand
}

interface Placed {
  readonly pin: 'left' | 'right' | null
  readonly position: number | null
}

const SIDES = { left: 0, none: 1, right: 2 } as const

/** Columns in the order shown: those pinned left, the others, those pinned right, each by their position. */
export function placed<T extends Placed>(columns: readonly T[]): readonly T[] {
  return columns
    .map((column, at) => ({ column, side: SIDES[column.pin ?? 'none'], place: column.position ?? at + 1 }))
    .toSorted((a, b) => a.side - b.side || a.place - b.place)
    .map(({ column }) => column)
}

/** Whether a column may stand at another place: among those of its edge, or among those of none. */
export function mayMove(columns: readonly Pick<Placed, 'pin'>[], from: number, to: number): boolean {
  return from !== to && columns[to] !== undefined && columns[from]?.pin === columns[to].pin
}

/** Every column at its place, one of them moved. Hidden ones keep theirs among the others. */
export function moved(all: readonly { readonly key: string }[], from: string, to: string): ColumnsByHand {
  const keys = all.map(({ key }) => key)
  const [at, target] = [keys.indexOf(from), keys.indexOf(to)]
  const next = at < 0 || target < 0 ? keys : keys.toSpliced(at, 1).toSpliced(target, 0, from)
  return Object.fromEntries(next.map((key, place) => [key, { position: place + 1 }]))
}
