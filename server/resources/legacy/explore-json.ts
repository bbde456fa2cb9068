import { chartType } from '#charts/index.ts'
import { has } from '#core/access/ability.ts'
import { overridden } from '#core/annotation/overrides.ts'
import { baseQuery } from '#core/form/base-query.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { type ColumnsEntry, toTable } from '#core/query/result.ts'
import { errorBody } from '#core/rest/error-body.ts'
import { Fault } from '#core/rest/fault.ts'
import { type Entry, entryBody, isEntry } from '#server/data/present.ts'
import { asFault } from '#server/http/as-fault.ts'
import type { Answer, Asked } from '#server/resources/resource.ts'
import { fileAnswer } from '#server/resources/shared/file-answer.ts'
import { askEntry, askSingle, columnsOf } from './ask.ts'
import { askFilterBox } from './filter-box.ts'
import { type Form, givenOverrides, readForm, savedForm } from './form.ts'
import { shapeOf } from './shapes/index.ts'
import type { LegacyShape } from './shapes/shape.ts'

const TYPES = ['query', 'results', 'samples'] as const
const FILES = ['csv', 'xlsx'] as const

/**
 * `/superset/explore_json/`: the data of a chart by its form. `csv`, `xlsx`, `query`, `results` and `samples` in the
 * address ask for another kind of answer.
 */
export function exploreJson(asked: Asked): Promise<Answer> {
  return legacy(async () => answerForm(await readForm(asked), asked))
}

/**
 * `GET /superset/slice_json/{id}`: the data of a saved chart. With `form_data` they are those of a layer over another
 * chart: `time_range`, `time_grain_sqla`, `granularity` and `time_shift` of it replace what the chart was saved with, and
 * the chart's own layers are left out.
 */
export function sliceJson(asked: Asked): Promise<Answer> {
  return legacy(async () => {
    const saved = await savedForm(asked.params['id'], asked)
    const overrides = givenOverrides(asked)
    const form = await readForm({ ...asked, query: { ...asked.query, form_data: JSON.stringify(saved) } })
    return answerForm(form, asked, (query) => (overrides ? overridden(query, overrides) : query))
  })
}

/** Clients of these addresses read `error`. */
async function legacy(answer: () => Promise<Answer>): Promise<Answer> {
  try {
    return await answer()
  } catch (error) {
    const fault = asFault(error)
    if (!fault || fault.row.status >= 500) throw error
    return { status: fault.row.status, json: { ...errorBody(fault), error: fault.message } }
  }
}

async function answerForm(
  { form, datasetId }: Form,
  asked: Asked,
  change: (query: QueryObject) => QueryObject = (query) => query,
): Promise<Answer> {
  const force = asked.query['force'] === 'true' || form['force'] === true
  const file = FILES.find((format) => asked.query[format] === 'true')
  const type = TYPES.find((each) => asked.query[each] === 'true')
  if (form.viz_type === 'filter_box' && !file && !type) {
    const { data, entries } = await askFilterBox(form, datasetId, asked, force)
    return { status: 200, json: payload(entries[0]?.head, form, { data }) }
  }
  const single = { datasetId, query: change(queryOf(form)), force, formData: form }
  if (file) {
    if (!has(asked.user, 'can_csv', 'Superset')) throw new Fault('forbidden')
    return { ...(await fileAnswer([await askEntry(asked, { ...single, format: file })], file, asked)), status: 200 }
  }
  const shape = shapeOf(form.viz_type)
  if (shape && !type) return shaped(shape, form, await askEntry(asked, { ...single, format: 'columns' }))
  const result = await askSingle(asked, { ...single, type: type ?? 'full' })
  if (!isEntry(result)) return { status: 200, json: result }
  const bytes = entryBody({ ...result, head: payload(result.head, form, {}) as Entry['head'] })
  return { status: 200, bytes, type: 'application/json; charset=utf-8' }
}

/** The one question of a form: that of its shape or its chart type, else what every chart asks. */
function queryOf(form: Form['form']): QueryObject {
  const own = shapeOf(form.viz_type)?.query?.(form) ?? chartType(form.viz_type)?.toQueries(form)[0]
  return own ?? baseQuery(form)
}

/** The data in the shape that charts of this type read; null when there are none. */
function shaped(shape: LegacyShape, form: Form['form'], entry: Entry): Answer {
  const { head } = entry
  const table = toTable({ ...head, columns: columnsOf(entry) as ColumnsEntry['columns'] })
  const answered = { table, labels: head.label_map ?? {} }
  const data = table.rowCount > 0 ? shape.data(answered, form) : null
  return { status: 200, json: payload(head, form, { data }) }
}

function payload(head: Entry['head'] | undefined, form: Form['form'], more: object): Record<string, unknown> {
  return { ...head, form_data: form, errors: [], status: 'success', ...more }
}
