import type { Dataset } from '#core/entity/dataset.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { RowRule } from '#server/sql/rules.ts'
import type { MacroContext, MacroLookup, TemplateReads } from './macro-task.ts'
import { isTemplate, type Macros, TemplateError } from './macros.ts'

/** A query whose SQL may contain templates. */
export interface TemplatedQueryInput {
  readonly dataset: Dataset
  readonly query: QueryObject
  readonly rules: readonly RowRule[]
}

/** The same query with rendered SQL. */
export interface RenderedTemplateSource extends TemplatedQueryInput {
  /** Columns whose filters templates read. */
  readonly read: readonly string[]
  /** Further inputs of the result: values of templates, and the rendered texts. */
  readonly keys: readonly unknown[]
}

/** The parts of a query that may hold expressions of users. */
const EXPRESSIONS = [
  'columns',
  'series_columns',
  'having_columns',
  'metrics',
  'orderby',
  'filters',
  'series_limit_metric',
] as const

/** Renders one text; records what the template read. */
type Render = (text: string, code: ErrorCode) => Promise<string>

/** The dependencies of rendering. */
export interface Rendering {
  readonly macros: Macros
  /** Aborted when no caller waits for the result; absent: never. */
  readonly signal?: AbortSignal | undefined
  macroContext(): MacroContext
  answer(need: MacroLookup): Promise<unknown>
}

/** Returns the query with all templates rendered, without the filters that templates apply themselves. */
export async function renderQuery(written: TemplatedQueryInput, rendering: Rendering): Promise<RenderedTemplateSource> {
  if (!hasTemplates(written)) return { ...written, read: [], keys: [] }
  const seen: TemplateReads[] = []
  const macroContext = rendering.macroContext()
  const keys: unknown[] = []
  const render: Render = async (text, code) => {
    if (!isTemplate(text)) return text
    requireWithin('question-templates', seen.length + 1)
    const rendered = await renderText(text, code, macroContext, rendering)
    seen.push(rendered.reads)
    const plain = code === 'rules-template' ? renderedRule(rendered) : rendered.text
    keys.push(plain)
    return plain
  }
  const dataset = await plainDataset(written, render)
  const rules: RowRule[] = []
  const beforeRules = seen.length
  for (const rule of written.rules) rules.push(await inOrder(rule, (clause) => render(clause, 'rules-template')))
  const ofRules = seen.slice(beforeRules)
  const query = await plainQuery(written.query, render)
  const lacks = seen.some((reads) => !ofRules.includes(reads) && reads.missing.length > 0)
  const removed = new Set(seen.flatMap((reads) => reads.removed))
  return {
    dataset,
    rules: lacks ? [...rules, [NO_ROWS]] : rules,
    query: removed.size === 0 ? query : { ...query, filters: storedFilters(query, removed) },
    read: [...new Set(seen.flatMap((reads) => reads.filters))],
    keys: [...keys, ...seen.flatMap((reads) => reads.keys)],
  }
}

/** The condition of a user who lacks an attribute that the SQL reads. */
const NO_ROWS = '1 = 0'

/** Returns the text of a rendered condition; one that no row meets if the user lacks an attribute that it reads. */
export function renderedRule({ text, reads }: { readonly text: string; readonly reads: TemplateReads }): string {
  return reads.missing.length > 0 ? NO_ROWS : text
}

/** Throws TemplateError if the user lacks an attribute that a template read. */
export function requireAttributes({ missing: [name] }: TemplateReads): void {
  if (name !== undefined) throw new TemplateError(`you have no attribute ${name}`)
}

/** Renders one template; errors name its position. */
export async function renderText(
  text: string,
  code: ErrorCode,
  macroContext: MacroContext,
  { macros, answer, signal }: Pick<Rendering, 'macros' | 'answer' | 'signal'>,
) {
  try {
    return await macros.render(text, macroContext, answer, signal)
  } catch (error) {
    if (error instanceof TemplateError) throw new ApiError(code, { args: [error.message] })
    throw error
  }
}

function hasTemplates({ dataset, query, rules }: TemplatedQueryInput): boolean {
  const texts = [
    dataset.sql,
    dataset.fetch_values_predicate,
    ...rules.flat(),
    ...dataset.columns.map(({ expression }) => expression),
    ...dataset.metrics.map(({ expression }) => expression),
  ]
  return [...texts, query.extras?.where, query.extras?.having, ...adhoc(query)].some(isTemplate)
}

/** Returns the expressions of users in a query. */
function adhoc(query: QueryObject): readonly string[] {
  const found: string[] = []
  JSON.stringify(
    EXPRESSIONS.map((key) => query[key]),
    (key, value: unknown) => {
      if (key === 'sqlExpression' && typeof value === 'string') found.push(value)
      return value
    },
  )
  return found
}

async function plainDataset({ dataset, query }: TemplatedQueryInput, render: Render): Promise<Dataset> {
  const named = textsIn(query, dataset)
  return {
    ...dataset,
    sql: dataset.sql === null ? null : await render(dataset.sql, 'virtual-template'),
    fetch_values_predicate:
      dataset.fetch_values_predicate && query.apply_fetch_values_predicate
        ? await render(dataset.fetch_values_predicate, 'predicate-template')
        : dataset.fetch_values_predicate,
    columns: await inOrder(dataset.columns, async (column) =>
      column.expression && named.has(column.column_name)
        ? { ...column, expression: await render(column.expression, 'template-wrong') }
        : column,
    ),
    metrics: await inOrder(dataset.metrics, async (metric) =>
      named.has(metric.metric_name)
        ? { ...metric, expression: await render(metric.expression, 'template-wrong') }
        : metric,
    ),
  }
}

/** Returns every text in a query: templates of columns and metrics it does not use may be invalid. */
function textsIn(query: QueryObject, dataset: Dataset): ReadonlySet<string> {
  const texts = new Set<string>(dataset.main_dttm_col ? [dataset.main_dttm_col] : [])
  JSON.stringify(query, (_key, value: unknown) => {
    if (typeof value === 'string') texts.add(value)
    return value
  })
  return texts
}

async function plainQuery(query: QueryObject, render: Render): Promise<QueryObject> {
  const { where, having } = query.extras ?? {}
  const walk = (value: unknown): Promise<unknown> => plainExpressions(value, render)
  const changed: Record<string, unknown> = { ...query }
  for (const key of EXPRESSIONS) {
    if (changed[key] !== undefined) changed[key] = await walk(changed[key])
  }
  if (where) changed['extras'] = { ...query.extras, where: await render(where, 'where-template') }
  if (having) {
    const extras = changed['extras'] as QueryObject['extras']
    changed['extras'] = { ...extras, having: await render(having, 'having-template') }
  }
  return changed
}

/** Ad hoc columns and metrics keep their labels. */
async function plainExpressions(value: unknown, render: Render): Promise<unknown> {
  if (Array.isArray(value)) return inOrder(value, (each: unknown) => plainExpressions(each, render))
  if (typeof value !== 'object' || value === null) return value
  const entries: (readonly [string, unknown])[] = []
  for (const [key, each] of Object.entries(value)) {
    const rendered = key === 'sqlExpression' && typeof each === 'string'
    entries.push([key, rendered ? await render(each, 'template-wrong') : await plainExpressions(each, render)])
  }
  const object = Object.fromEntries(entries)
  const { sqlExpression, label } = value as { sqlExpression?: unknown; label?: unknown }
  return isTemplate(sqlExpression as string) && !label ? { ...object, label: sqlExpression } : object
}

function storedFilters(query: QueryObject, removed: ReadonlySet<string>): NonNullable<QueryObject['filters']> {
  return (query.filters ?? []).filter(({ col }) => !removed.has(typeof col === 'string' ? col : col.label))
}

/** Templates are rendered one after the other: a query uses one thread at a time. */
async function inOrder<A, B>(items: readonly A[], work: (item: A) => Promise<B>): Promise<B[]> {
  const done: B[] = []
  for (const item of items) done.push(await work(item))
  return done
}
