import type { DatasetEdit, EditColumn, EditMetric } from './edit-draft.ts'

type Part = { readonly key: string; readonly id?: number }
type NameOf<P> = (part: P) => string

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Each field as I changed it; where I changed nothing, as they have it. */
function mergeFields<T extends object>(base: T, mine: T, theirs: T): T {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]) as Set<keyof T>
  const fields = [...names].map((name) => [name, same(mine[name], base[name]) ? theirs[name] : mine[name]] as const)
  return Object.fromEntries(fields) as T
}

/** Parts are the same when they have the same id; those that were never saved, when they have the same name. */
function twinOf<P extends Part>(part: P, among: readonly P[], nameOf: NameOf<P>): P | undefined {
  const byId = part.id === undefined ? undefined : among.find(({ id }) => id === part.id)
  return byId ?? among.find((each) => (each.id ?? part.id) === part.id && nameOf(each) === nameOf(part))
}

function mergeParts<P extends Part>(
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
      // They removed what I left as it was; what I worked on stays, as something new.
      if (before && same({ ...before, key: '' }, { ...part, key: '' })) return []
      const { id: _, ...fresh } = part
      return [{ ...fresh, key: `mine-${part.key}` } as unknown as P]
    })
  return [...merged, ...others]
}

/**
 * My edit carried over to what somebody else has saved: `base` is what both began with. Where both changed the same, mine
 * stands; a part I removed is gone, one they removed goes unless I had worked on it.
 */
export function mergeEdits(base: DatasetEdit, mine: DatasetEdit, theirs: DatasetEdit): DatasetEdit {
  return {
    ...mergeFields(base, mine, theirs),
    columns: mergeParts<EditColumn>(base.columns, mine.columns, theirs.columns, (each) => each.column_name),
    metrics: mergeParts<EditMetric>(base.metrics, mine.metrics, theirs.metrics, (each) => each.metric_name),
  }
}
