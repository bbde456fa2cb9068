import { readAttributes } from '#core/rest/user-attributes.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { RuleOptions } from '#core/access/rules.ts'
import type { Database } from '#core/entity/database.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Dialect } from '#server/engines/engine.ts'
import type { Guard } from '#server/sql/guard.ts'
import type { MacroContext, MacroLookup } from './macro-task.ts'
import { isTemplate, type Macros, TemplateError } from './macros.ts'
import { flagName } from '#server/sql/flag-name.ts'
import { strftime } from '#server/sql/strftime.ts'
import { literalText } from '#server/sql/print-sql.ts'
import { timeBound } from '#server/sql/time.ts'
import type { Store } from '#server/store/store.ts'
import { columnMasks } from '#server/dataset/column-masks.ts'
import { maskedDataset } from '#server/sql/column-masks.ts'
import { loadDataset } from '#server/dataset/load-dataset.ts'
import type { Ranges } from '#server/dataset/time-ranges.ts'
import { rowRules } from '#server/dataset/row-rules.ts'
import { renderText, requireAttributes } from './templates.ts'

/** Maximum nesting of datasets. */
const DEEPEST = 5

/** The dependencies of lookups for macros. */
export interface LookupDependencies {
  readonly store: Store
  /** Settings that access depends on besides user and row. */
  readonly access: RuleOptions
  readonly user: CurrentUser
  readonly dataset: Dataset
  readonly database: Database
  readonly ranges: Ranges
  readonly dialect: Dialect
  readonly macros: Macros
  readonly signal?: AbortSignal | undefined
  readonly macroContext: MacroContext
  /** Runs work with the guard of the database. */
  readonly guarded: <T>(work: (guard: Guard) => Promise<T>) => Promise<T>
}

/** Looks up what a macro needs, limited to what the user may see. */
export async function resolveLookup(need: MacroLookup, dependencies: LookupDependencies, depth = 0): Promise<unknown> {
  if (depth > DEEPEST) throw new TemplateError('datasets are nested too deep')
  if (need.macro === 'time') return timeResponse(need, dependencies)
  if (need.macro === 'attribute') return attributeOf(need.name, dependencies)
  const dataset = await datasetOf(need.macro === 'metric' ? need.dataset : need.id, dependencies)
  const plain = (text: string): Promise<string> => renderNested(text, dataset, dependencies, depth)
  if (need.macro === 'dataset') return datasetSql(need, dataset, dependencies, plain)
  const found = dataset.metrics.find(({ metric_name }) => metric_name === need.name)
  if (!found) throw new TemplateError(`Metric ${need.name} not found in ${dataset.table_name}.`)
  return plain(found.expression)
}

/** Returns an attribute of the user; null if the user lacks it or is anonymous. An empty list counts as lacking. */
async function attributeOf(name: string, { store, user }: LookupDependencies): Promise<unknown> {
  const row = user.userId === null ? undefined : await store.users.get(user.userId)
  const attributes = readAttributes(row?.attributes ?? null)
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined
  return value === undefined || value.length === 0 ? null : value
}

async function datasetOf(
  id: number | null,
  { store, access, user, dataset, database }: LookupDependencies,
): Promise<Dataset> {
  if (id === null || id === dataset.id) return dataset
  if (!Number.isSafeInteger(id)) throw new TemplateError(`Dataset ${id} not found!`)
  const loaded = await loadDataset(store, user, { id, type: 'table' }, access).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not-found') throw new TemplateError(`Dataset ${id} not found!`)
    throw error
  })
  if (loaded.database.id !== database.id) throw new TemplateError(`Dataset ${id} is in another database`)
  const masks = await columnMasks(store, user, loaded.dataset)
  // The tables of the outer statement are masked, but not the result of other SQL.
  if (masks.length > 0 && loaded.dataset.sql) throw new TemplateError(`columns of dataset ${id} are masked for you`)
  return maskedDataset(loaded.dataset, masks)
}

async function renderNested(
  text: string,
  dataset: Dataset,
  dependencies: LookupDependencies,
  depth: number,
): Promise<string> {
  if (!isTemplate(text)) return text
  const inner = { ...dependencies, dataset }
  const { macros, signal } = dependencies
  const rendering = { macros, signal, answer: (need: MacroLookup) => resolveLookup(need, inner, depth + 1) }
  const { text: plain, reads } = await renderText(text, 'template-wrong', dependencies.macroContext, rendering)
  requireAttributes(reads)
  return plain
}

/**
 * Returns a dataset as a sub-query under the alias `dataset_<id>`, restricted by the row-level security rules for the
 * user.
 */
async function datasetSql(
  need: Extract<MacroLookup, { macro: 'dataset' }>,
  dataset: Dataset,
  dependencies: LookupDependencies,
  plain: (text: string) => Promise<string>,
): Promise<string> {
  const quote = (name: string): string => dependencies.dialect.quote(name)
  const columns = dataset.columns.filter(({ column_name }) => need.columns?.includes(column_name) ?? true)
  const metrics = need.metrics ? dataset.metrics : []
  const rules = await rulesSql(dataset, dependencies, plain)
  const flag = quote(flagName(dataset.columns.map(({ column_name }) => column_name)))
  const selected: string[] = []
  for (const { column_name, expression } of columns) {
    const value = expression ? `(${await plain(expression)}\n)` : quote(column_name)
    // The outer statement may be evaluated before the rules, on rows whose values are null then.
    const visible = rules.length > 0 ? `CASE WHEN ${flag} THEN ${value} END` : value
    selected.push(visible === quote(column_name) ? visible : `${visible} AS ${quote(column_name)}`)
  }
  for (const { metric_name, expression } of metrics) {
    selected.push(`(${await plain(expression)}\n) AS ${quote(metric_name)}`)
  }
  if (selected.length === 0) throw new TemplateError(`Dataset ${dataset.id} has none of these columns`)
  const source = await sourceSql(dataset, dependencies, plain)
  const alias = quote(dataset.sql ? 'virtual_table' : dataset.table_name)
  const lines = [`SELECT ${selected.join(', ')}`]
  if (rules.length === 0) lines.push(`FROM ${source}`)
  else lines.push(`FROM (SELECT *, (${rules.join(' AND ')}) AS ${flag}\nFROM ${source}) AS ${alias}`, `WHERE ${flag}`)
  if (metrics.length > 0 && columns.length > 0)
    lines.push(`GROUP BY ${columns.map((_, index) => index + 1).join(', ')}`)
  return `(\n${lines.join('\n')}\n) AS ${quote(`dataset_${dataset.id}`)}`
}

async function sourceSql(
  dataset: Dataset,
  { dialect, guarded }: LookupDependencies,
  plain: (text: string) => Promise<string>,
): Promise<string> {
  const quote = (name: string): string => dialect.quote(name)
  if (!dataset.sql) return `${dataset.schema ? `${quote(dataset.schema)}.` : ''}${quote(dataset.table_name)}`
  const text = await plain(dataset.sql)
  // The rules of its tables are applied to the outer statement.
  const fragment = await guarded((guard) => guard.select(text))
  return `(${fragment.text}\n) AS ${quote('virtual_table')}`
}

async function rulesSql(
  dataset: Dataset,
  { store, user, guarded }: LookupDependencies,
  plain: (text: string) => Promise<string>,
): Promise<readonly string[]> {
  const where: string[] = []
  for (const rule of await rowRules(store, user, dataset)) {
    const clauses: string[] = []
    for (const clause of rule) {
      const text = await plain(clause)
      const fragment = await guarded((guard) => guard.expression(text, 'row rule', { subqueries: true }))
      clauses.push(`(${fragment.text}\n)`)
    }
    where.push(`(${clauses.join(' OR ')})`)
  }
  return where
}

/** Returns the ends of a range as SQL for the column, or as text by a pattern. */
function timeResponse(need: Extract<MacroLookup, { macro: 'time' }>, { dataset, dialect, ranges }: LookupDependencies) {
  if (need.range === 'No filter') return { from_expr: null, to_expr: null }
  const known = dataset.columns.find(({ column_name }) => column_name === need.column)
  const column = {
    type: need.type ?? known?.type ?? 'TIMESTAMP',
    logical_type: need.type ? null : (known?.logical_type ?? null),
    python_date_format: need.type ? null : (known?.python_date_format ?? null),
  }
  const { from, to } = ranges.of(need.range)
  const print = (epochMs: number | null): string | null => {
    if (epochMs === null) return null
    if (need.strftime) return strftime(need.strftime, epochMs)
    return literalText(timeBound(column, epochMs, { dialect, zone: ranges.zone }), dialect)
  }
  return { from_expr: print(from), to_expr: print(to) }
}
