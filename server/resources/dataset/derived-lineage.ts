import type { Dataset } from '#core/entity/dataset.ts'
import { columnSources } from '#core/query/column-sources.ts'
import type { QuoteMark } from '#core/query/quote-mark.ts'
import { namesInSql } from '#core/query/replace-name-in-sql.ts'
import { resolveNames, type UsedNames } from '#core/query/used-names.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import { type DatasetReferences, datasetReferences } from '#server/templates/dataset-references.ts'

/** Maximum nesting of datasets that read each other. */
const MAX_DEPTH = 5
/** Maximum number of datasets whose columns are followed to their origins. */
const MAX_DERIVED = 200

/** The columns and metrics of the base dataset that a dataset is computed from. */
interface Origins {
  /** Columns and metrics that every column and each row depends on. */
  readonly rows: UsedNames
  readonly columns: ReadonlyMap<string, UsedNames>
  readonly metrics: ReadonlyMap<string, UsedNames>
}

/** A dataset that may read others in its SQL or in expressions. */
export interface TemplateDataset extends Pick<Dataset, 'id' | 'table_name' | 'sql' | 'template_params'> {
  /** The expressions of its columns and metrics with macros. */
  readonly expressions: readonly string[]
}

/** The datasets that read a base dataset by a macro, directly or through others. */
export interface DerivedDatasets {
  /** Datasets that read it directly, in the given order. */
  readonly readers: readonly TemplateDataset[]
  /** Datasets that read it directly or indirectly. */
  readonly derived: readonly Dataset[]
  /** Datasets that compute the id of the dataset they read, which may be any. */
  readonly undetermined: readonly TemplateDataset[]
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
  candidates: readonly TemplateDataset[],
  mark: QuoteMark,
  load: (id: number) => Promise<Dataset | undefined>,
): Promise<DerivedDatasets> {
  const others = candidates.filter(({ id }) => id !== base.id)
  const references = new Map(others.map((each) => [each.id, referencesOf(each)]))
  const found = derivedIds(base.id, references)
  const loaded = await Promise.all(found.slice(0, MAX_DERIVED).map(load))
  const derived = loaded.filter((each) => each !== undefined)
  const origins = originsOf(base, derived, mark)
  return {
    readers: others.filter(({ id }) => references.get(id)?.ids.has(base.id)),
    derived,
    undetermined: others.filter(({ id }) => references.get(id)?.isComplete === false && !found.includes(id)),
    isLimited: found.length > MAX_DERIVED,
    baseNames: ({ id }, used) => usedOrigins(origins.get(id), used, base, mark),
  }
}

/** Returns the datasets that the SQL and the expressions of a dataset read. */
function referencesOf(dataset: TemplateDataset): Pick<DatasetReferences, 'ids' | 'isComplete'> {
  const parameters = parametersOf(dataset)
  const all = [dataset.sql ?? '', ...dataset.expressions].map((text) => datasetReferences(text, parameters))
  return {
    ids: new Set(all.flatMap(({ ids }) => [...ids])),
    isComplete: all.every(({ isComplete }) => isComplete),
  }
}

type References = ReadonlyMap<number, Pick<DatasetReferences, 'ids'>>

/** Returns the ids of the datasets that read a dataset, the closest first. */
function derivedIds(base: number, references: References): readonly number[] {
  const known = new Set([base])
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const before = new Set(known)
    for (const [id, { ids }] of references) if ([...ids].some((read) => before.has(read))) known.add(id)
  }
  return [...known].slice(1)
}

function originsOf(base: Dataset, derived: readonly Dataset[], mark: QuoteMark): ReadonlyMap<number, Origins> {
  const origins = new Map<number, Origins>([[base.id, ownOrigins(base)]])
  const known = new Map([base, ...derived].map((each) => [each.id, each]))
  const reads = new Map(derived.map((dataset) => [dataset.id, readsOf(dataset, known, mark)]))
  // Each round passes the origins on to the next datasets.
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const before = new Map(origins)
    for (const { id } of derived) {
      const own = (reads.get(id) ?? []).flatMap((read) => {
        const parent = before.get(read.parent)
        return parent ? [readOrigins(read, parent)] : []
      })
      if (own.length > 0) origins.set(id, merged(own))
    }
  }
  return origins
}

/** The parameters of a dataset, which its template may use as variables. */
function parametersOf({ template_params }: Pick<Dataset, 'template_params'>): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parseJson(template_params ?? '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const none = (): UsedNames => ({ columns: new Set(), metrics: new Set() })

function ownOrigins({ columns, metrics }: Dataset): Origins {
  return {
    rows: none(),
    columns: new Map(columns.map(({ column_name: name }) => [name, { ...none(), columns: new Set([name]) }])),
    metrics: new Map(metrics.map(({ metric_name: name }) => [name, { ...none(), metrics: new Set([name]) }])),
  }
}

/** The parts of another dataset that the SQL of a dataset, or one of its expressions, reads. */
interface Read {
  readonly parent: number
  /** Columns that each row depends on; undefined if only an expression reads the other dataset. */
  readonly rows: UsedNames | undefined
  readonly columns: ReadonlyMap<string, UsedNames>
  readonly metrics: ReadonlyMap<string, UsedNames>
  /** True if the columns and metrics depend on the rows of the other dataset, too. */
  readonly dependsOnRows: boolean
}

function readsOf(dataset: Dataset, known: ReadonlyMap<number, Dataset>, mark: QuoteMark): readonly Read[] {
  const parameters = parametersOf(dataset)
  const parentsIn = (text: string) => {
    const references = datasetReferences(text, parameters)
    const parents = [...references.ids].flatMap((id) => (id === dataset.id ? [] : (known.get(id) ?? [])))
    return parents.map((parent) => ({ parent, references }))
  }
  const inExpressions = (name: string, expression: string | null) =>
    parentsIn(expression ?? '').map(({ parent, references }) => {
      const isTable = references.tables.has(parent.id)
      const names = isTable ? namesInSql(expression ?? '', mark) : new Set<string>()
      const used = new Map([[name, partsRead(parent, references, mark)(names, metricsOf(parent, references))]])
      return {
        parent: parent.id,
        rows: undefined,
        columns: new Map(),
        metrics: new Map(),
        dependsOnRows: isTable,
        used,
      }
    })
  return [
    ...parentsIn(dataset.sql ?? '').map(({ parent, references }) => sqlRead(dataset, parent, references, mark)),
    ...dataset.columns.flatMap(({ column_name, expression }) =>
      inExpressions(column_name, expression).map(({ used, ...read }) => ({ ...read, columns: used })),
    ),
    ...dataset.metrics.flatMap(({ metric_name, expression }) =>
      inExpressions(metric_name, expression).map(({ used, ...read }) => ({ ...read, metrics: used })),
    ),
  ]
}

const metricsOf = (parent: Dataset, { metrics }: DatasetReferences): readonly string[] =>
  metrics.flatMap(([owner, name]) => (owner === parent.id ? [name] : []))

/** Returns a function that returns the parts of a dataset among names in SQL and names of metrics. */
function partsRead(parent: Dataset, { withMetrics }: DatasetReferences, mark: QuoteMark, isPositional = false) {
  const all = [
    ...parent.columns.map(({ column_name }) => column_name),
    ...(withMetrics.has(parent.id) ? parent.metrics.map(({ metric_name }) => metric_name) : []),
  ]
  return (names: ReadonlySet<string>, metrics: readonly string[] = []): UsedNames => {
    const read = isPositional ? all : all.filter((name) => names.has(name.toLowerCase()))
    return resolveNames({ names: [...read, ...metrics], sql: [] }, parent, mark)
  }
}

function sqlRead(dataset: Dataset, parent: Dataset, references: DatasetReferences, mark: QuoteMark): Read {
  const { rows, of, isPositional } = columnSources(dataset.sql ?? '', parent.id, mark)
  const partsOf = partsRead(parent, references, mark, isPositional)
  return {
    parent: parent.id,
    rows: partsOf(rows, metricsOf(parent, references)),
    columns: new Map(dataset.columns.map(({ column_name }) => [column_name, partsOf(of(column_name))])),
    metrics: new Map(),
    dependsOnRows: false,
  }
}

/** Returns the origins of a dataset that reads a parent whose origins are known. */
function readOrigins({ rows, columns, metrics, dependsOnRows }: Read, origins: Origins): Origins {
  const byName = (all: ReadonlyMap<string, UsedNames>) =>
    new Map(
      [...all].map(([name, used]) => {
        const own = originsBehind(used, origins)
        return [name, dependsOnRows ? union([own, origins.rows]) : own]
      }),
    )
  return {
    rows: rows ? union([origins.rows, originsBehind(rows, origins)]) : none(),
    columns: byName(columns),
    metrics: byName(metrics),
  }
}

const union = (all: readonly UsedNames[]): UsedNames => ({
  columns: new Set(all.flatMap(({ columns }) => [...columns])),
  metrics: new Set(all.flatMap(({ metrics }) => [...metrics])),
})

const originsBehind = ({ columns, metrics }: UsedNames, origins: Origins): UsedNames =>
  union([
    ...[...columns].map((name) => origins.columns.get(name) ?? none()),
    ...[...metrics].map((name) => origins.metrics.get(name) ?? none()),
  ])

function merged(all: readonly Origins[]): Origins {
  const byName = (maps: readonly ReadonlyMap<string, UsedNames>[]) => {
    const names = new Set(maps.flatMap((map) => [...map.keys()]))
    return new Map([...names].map((name) => [name, union(maps.map((map) => map.get(name) ?? none()))]))
  }
  return {
    rows: union(all.map(({ rows }) => rows)),
    columns: byName(all.map(({ columns }) => columns)),
    metrics: byName(all.map(({ metrics }) => metrics)),
  }
}

function usedOrigins(origins: Origins | undefined, used: UsedNames, base: Dataset, mark: QuoteMark): UsedNames {
  if (!origins) return none()
  const { columns, metrics } = union([origins.rows, originsBehind(used, origins)])
  return resolveNames({ names: [...columns, ...metrics], sql: [] }, base, mark)
}
