type Row = Readonly<Record<string, unknown>>

/**
 * Returns the row with only these dotted names; names of lists apply to every item. An empty selection returns the
 * whole row.
 */
export function selectFields(row: Row, names: readonly string[]): Record<string, unknown> {
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const dot = name.indexOf('.')
    const head = dot < 0 ? name : name.slice(0, dot)
    groups.set(head, [...(groups.get(head) ?? []), ...(dot < 0 ? [] : [name.slice(dot + 1)])])
  }
  const picked: Record<string, unknown> = {}
  for (const [head, inner] of groups) {
    if (!Object.hasOwn(row, head)) continue
    picked[head] = inner.length === 0 ? row[head] : pickInner(row[head], inner)
  }
  return picked
}

function pickInner(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => pickInner(each, names))
  return typeof value === 'object' && value !== null ? selectFields(value as Row, names) : value
}

/** Returns a display name: dots and underscores become spaces, each word starts with a capital. */
export function labelOf(name: string): string {
  return name
    .split(/[._]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ')
}
