import type { Dataset } from '#core/entity/dataset.ts'
import { type ColumnSources, columnSources } from '#core/query/column-sources.ts'
import type { QuoteMark } from '#core/query/quote-mark.ts'
import { resolveNames, type UsedNames } from '#core/query/used-names.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import { type DatasetReferences, datasetReferences } from '#server/templates/dataset-references.ts'

/** Maximum nesting of datasets that read each other. */
const MAX_DEPTH = 5
/** Maximum number of datasets whose columns are followed to their origins. */
const MAX_DERIVED = 200

/** The columns and metrics of the base dataset that a dataset is computed from. */
interface Origins {
  /** Those that every column and each row depends on. */
  readonly rows: UsedNames
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>
}

/** A dataset with SQL, without its columns. */
export type SqlDataset = Pick<Dataset, 'id' | 'table_name' | 'sql' | 'template_params'>

/** The datasets that read a base dataset by a macro, directly or through others. */
export interface DerivedDatasets {
  /** Those that read it directly, in the given order. */
  readonly readers: readonly SqlDataset[]
  /** Those that read it at all. */
  readonly derived: readonly Dataset[]
  /** Those that compute the id of a dataset, which may be any. */
  readonly undetermined: readonly SqlDataset[]
  /** True if more datasets read it than are searched. */
  readonly isLimited: boolean
  /** Returns the columns and metrics of the base dataset that the used parts of a derived dataset depend on. */
  readonly baseNames: (derived: Dataset, used: UsedNames) => UsedNames
}

/**
 * Finds the datasets among `candidates` that read `base`, and the origins of their columns in it. `load` returns a
 * dataset with its columns.
 */
export async function derivedDatasets(
  base: Dataset,
  candidates: readonly SqlDataset[],
  mark: QuoteMark,
  load: (id: number) => Promise<Dataset | undefined>,
): Promise<DerivedDatasets> {
  const others = candidates.filter(({ id }) => id !== base.id)
  const references = new Map(
    others.map((each) => [each.id, datasetReferences(each.sql ?? '', parametersOf(each))] as const),
  )
  const found = derivedIds(base.id, references)
  const loaded = await Promise.all(found.slice(0, MAX_DERIVED).map(load))
  const derived = loaded.filter((each) => each !== undefined)
  const origins = originsOf(base, derived, references, mark)
  return {
    readers: others.filter(({ id }) => references.get(id)?.ids.has(base.id)),
    derived,
    undetermined: others.filter(({ id }) => references.get(id)?.isComplete === false && !found.includes(id)),
    isLimited: found.length > MAX_DERIVED,
    baseNames: ({ id }, used) => usedOrigins(origins.get(id), used, base, mark),
  }
}

type References = ReadonlyMap<number, DatasetReferences>

/** Returns the ids of the datasets that read a dataset, the closest first. */
function derivedIds(base: number, references: References): readonly number[] {
  const known = new Set([base])
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const before = new Set(known)
    for (const [id, { ids }] of references) if ([...ids].some((read) => before.has(read))) known.add(id)
  }
  return [...known].slice(1)
}

function originsOf(
  base: Dataset,
  derived: readonly Dataset[],
  references: References,
  mark: QuoteMark,
): ReadonlyMap<number, Origins> {
  const origins = new Map<number, Origins>([[base.id, ownOrigins(base)]])
  const known = new Map([base, ...derived].map((each) => [each.id, each]))
  const reads = derived.flatMap((dataset) => {
    const { ids, metrics } = references.get(dataset.id) ?? { ids: [], metrics: [] }
    return [...ids].flatMap((id) => {
      const parent = id === dataset.id ? undefined : known.get(id)
      if (!parent) return []
      const named = metrics.flatMap(([owner, name]) => (owner === id ? [name] : []))
      const sources = columnSources(dataset.sql ?? '', id, mark)
      return [{ dataset, parent, isBase: id === base.id, metrics: named, sources, mark }]
    })
  })
  // Each round passes the origins on to the next datasets.
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const before = new Map(origins)
    for (const { id } of derived) {
      const own = reads.flatMap((read) => {
        const parent = before.get(read.parent.id)
        return read.dataset.id === id && parent ? [readOrigins(read, parent)] : []
      })
      if (own.length > 0) origins.set(id, merged(own))
    }
  }
  return origins
}

/** The parameters of a dataset, which its template may use as variables. */
function parametersOf({ template_params }: SqlDataset): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parseJson(template_params ?? '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const none = (): UsedNames => ({ columns: new Set(), metrics: new Set() })

const ownOrigins = ({ columns }: Dataset): Origins => ({
  rows: none(),
  columns: new Map(columns.map(({ column_name }) => [column_name, new Set([column_name])])),
})

interface Read {
  readonly dataset: Dataset
  readonly parent: Dataset
  /** True if the parent is the base dataset. */
  readonly isBase: boolean
  readonly sources: ColumnSources
  readonly metrics: readonly string[]
  readonly mark: QuoteMark
}

/** Returns the origins of a dataset that reads `parent`, whose origins are known. */
function readOrigins({ dataset, parent, isBase, metrics, sources, mark }: Read, origins: Origins): Origins {
  const { rows, of, isPositional } = sources
  const all = parent.columns.map(({ column_name }) => column_name)
  const partsOf = (names: ReadonlySet<string>, named: readonly string[] = []): UsedNames => {
    const read = isPositional ? all : all.filter((name) => names.has(name) || names.has(name.toLowerCase()))
    return resolveNames({ names: [...read, ...named], sql: [] }, parent, mark)
  }
  const used = partsOf(rows, metrics)
  return {
    rows: {
      columns: new Set([...origins.rows.columns, ...columnsBehind(used.columns, origins)]),
      metrics: new Set([...origins.rows.metrics, ...(isBase ? used.metrics : [])]),
    },
    columns: new Map(
      dataset.columns.map(({ column_name }) => [column_name, columnsBehind(partsOf(of(column_name)).columns, origins)]),
    ),
  }
}

const columnsBehind = (columns: Iterable<string>, origins: Origins): ReadonlySet<string> =>
  new Set([...columns].flatMap((name) => [...(origins.columns.get(name) ?? [])]))

function merged(all: readonly Origins[]): Origins {
  const names = new Set(all.flatMap(({ columns }) => [...columns.keys()]))
  return {
    rows: {
      columns: new Set(all.flatMap(({ rows }) => [...rows.columns])),
      metrics: new Set(all.flatMap(({ rows }) => [...rows.metrics])),
    },
    columns: new Map(
      [...names].map((name) => [name, new Set(all.flatMap(({ columns }) => [...(columns.get(name) ?? [])]))]),
    ),
  }
}

function usedOrigins(origins: Origins | undefined, used: UsedNames, base: Dataset, mark: QuoteMark): UsedNames {
  if (!origins) return none()
  const names = [...origins.rows.columns, ...columnsBehind(used.columns, origins), ...origins.rows.metrics]
  return resolveNames({ names, sql: [] }, base, mark)
}
