import type { DatasetEdit, EditColumn, EditMetric } from './edit-draft.ts'

type EditedField = { readonly key: string; readonly id?: number }
type NameOf<P> = (part: P) => string

const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Merges fields: `mine` if changed from `base`, else `theirs`. */
function mergeFields<T extends object>(base: T, mine: T, theirs: T): T {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]) as Set<keyof T>
  const fields = [...names].map(
    (name) => [name, isSameValue(mine[name], base[name]) ? theirs[name] : mine[name]] as const,
  )
  return Object.fromEntries(fields) as T
}

/** Parts match by id; unsaved parts match by name. */
function twinOf<P extends EditedField>(part: P, among: readonly P[], nameOf: NameOf<P>): P | undefined {
  const byId = part.id === undefined ? undefined : among.find(({ id }) => id === part.id)
  return byId ?? among.find((each) => (each.id ?? part.id) === part.id && nameOf(each) === nameOf(part))
}

function mergeParts<P extends EditedField>(
  base: readonly P[],
  mine: readonly P[],
  theirs: readonly P[],
  nameOf: NameOf<P>,
): readonly P[] {
  const met = new Set<P>()
  const merged = theirs.flatMap((part): P[] => {
    const before = twinOf(part, base, nameOf)
    const own = twinOf(part, mine, nameOf) ?? mine.find((each) => !before && nameOf(each) === nameOf(part))
    if (own) met.add(own)
    if (!own) return before ? [] : [part]
    const rest = mergeFields<P>(before ?? part, own, part)
    return [{ ...rest, key: part.key, ...(part.id === undefined ? {} : { id: part.id }) }]
  })
  const others = mine
    .filter((part) => !met.has(part))
    .flatMap((part): P[] => {
      const before = twinOf(part, base, nameOf)
      // A part they removed is dropped if I left it unchanged; one I edited stays as a new part.
      if (before && isSameValue({ ...before, key: '' }, { ...part, key: '' })) return []
      const { id: _, ...fresh } = part
      return [{ ...fresh, key: `mine-${part.key}` } as unknown as P]
    })
  return [...merged, ...others]
}

/**
 * Applies my edit to the version saved by another user; `base` is the common starting point. If both changed the same
 * field, mine wins. Parts I removed are dropped; parts they removed are dropped unless I edited them.
 */
export function mergeEdits(base: DatasetEdit, mine: DatasetEdit, theirs: DatasetEdit): DatasetEdit {
  return {
    ...mergeFields(base, mine, theirs),
    columns: mergeParts<EditColumn>(base.columns, mine.columns, theirs.columns, (each) => each.column_name),
    metrics: mergeParts<EditMetric>(base.metrics, mine.metrics, theirs.metrics, (each) => each.metric_name),
  }
}
