/** The changes that a user makes to a column in the table itself; in forms they are part of the column settings. */
export interface ColumnOverride {
  /** In px, 1 to 2000. */
  readonly columnWidth?: number | undefined
  /** If false, the column is hidden. */
  readonly visible?: boolean | undefined
  /** The edge to which the column is pinned; `none` overrides the form. */
  readonly pinned?: 'left' | 'right' | 'none' | undefined
  /** The position among the columns, from 1; if absent, that of the query. */
  readonly position?: number | undefined
}

/** The changes by column: the label in the result, with a `%` prefix for percentages. */
export type ColumnOverrides = Readonly<Record<string, ColumnOverride>>

const KEYS = ['columnWidth', 'visible', 'pinned', 'position'] as const

/** In px. */
const WIDEST = 2000
/** The maximum number of columns in a URL. */
const MAX_URL_COLUMNS = 500

function legal(raw: unknown): ColumnOverride {
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

/** Parses the column changes of a form or of `ownState.columns`; invalid values are ignored. */
export function parseColumnOverrides(columns: unknown): ColumnOverrides {
  if (typeof columns !== 'object' || columns === null || Array.isArray(columns)) return {}
  return Object.fromEntries(
    Object.entries(columns)
      .slice(0, MAX_URL_COLUMNS)
      .map(([name, raw]) => [name, legal(raw)]),
  )
}

/** Merges new changes into the previous column settings. */
export function mergeOverrides<T extends Readonly<Record<string, object>>>(before: T, now: ColumnOverrides): T {
  const next = new Map<string, object>(Object.entries(before))
  for (const [name, change] of Object.entries(now)) {
    const whole: Record<string, unknown> = { ...next.get(name), ...change }
    for (const key of KEYS) if (whole[key] === undefined) delete whole[key]
    if (Object.keys(whole).length > 0) next.set(name, whole)
    else next.delete(name)
  }
  return Object.fromEntries(next) as T
}

/** Returns the changes that reset all user changes. */
export function resetOverrides(before: Readonly<Record<string, object>>): ColumnOverrides {
  const nothing = Object.fromEntries(KEYS.map((key) => [key, undefined]))
  return Object.fromEntries(Object.keys(before).map((name) => [name, nothing])) as ColumnOverrides
}

interface PositionedColumn {
  readonly pin: 'left' | 'right' | null
  readonly position: number | null
}

const SIDES = { left: 0, none: 1, right: 2 } as const

/** Sorts columns in display order: pinned left, unpinned, pinned right, each by position. */
export function inDisplayOrder<T extends PositionedColumn>(columns: readonly T[]): readonly T[] {
  return columns
    .map((column, at) => ({ column, side: SIDES[column.pin ?? 'none'], position: column.position ?? at + 1 }))
    .toSorted((a, b) => a.side - b.side || a.position - b.position)
    .map(({ column }) => column)
}

/** True if a column can move to a position: only among columns with the same pinning. */
export function canMoveColumn(columns: readonly Pick<PositionedColumn, 'pin'>[], from: number, to: number): boolean {
  return from !== to && columns[to] !== undefined && columns[from]?.pin === columns[to].pin
}

/** Returns the position of every column after one has moved. Hidden columns keep their positions among the others. */
export function moveColumn(all: readonly { readonly key: string }[], from: string, to: string): ColumnOverrides {
  const keys = all.map(({ key }) => key)
  const [at, target] = [keys.indexOf(from), keys.indexOf(to)]
  const next = at < 0 || target < 0 ? keys : keys.toSpliced(at, 1).toSpliced(target, 0, from)
  return Object.fromEntries(next.map((key, position) => [key, { position: position + 1 }]))
}
