import { datasetAccess } from '#core/access/rules.ts'
import { parseDatasource } from '#core/form/form-data.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Answer, Asked, Route } from '#server/resources/resource.ts'
import { makePermalink, readPermalink } from '#server/resources/shared/permalink.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { createState, readState, removeState, type Temporary, updateState } from '#server/resources/shared/temporary.ts'

const kind: Temporary = { resource: 'form_data', field: 'form_data', days: 7 }
const ofFormData = (permission: string) => ({ permission, view: 'ExploreFormDataRestApi' })
const ofPermalink = (permission: string) => ({ permission, view: 'ExplorePermalinkRestApi' })

/** What explore keeps under keys: form data for a while, permalinks for good. */
export const exploreRoutes: readonly Route[] = [
  { method: 'POST', path: '/form_data', policy: ofFormData('can_write'), act: (asked) => checked(asked, createState) },
  {
    method: 'GET',
    path: '/form_data/:key',
    policy: ofFormData('can_read'),
    act: (asked) => readState(kind, asked, ABOUT),
  },
  {
    method: 'PUT',
    path: '/form_data/:key',
    policy: ofFormData('can_write'),
    act: (asked) => checked(asked, updateState),
  },
  {
    method: 'DELETE',
    path: '/form_data/:key',
    policy: ofFormData('can_write'),
    act: (asked) => removeState(kind, asked, ABOUT),
  },
  { method: 'POST', path: '/permalink', policy: ofPermalink('can_write'), act: make },
  { method: 'GET', path: '/permalink/:key', policy: ofPermalink('can_read'), act: read },
]

const ABOUT = 'explore'

/** Form data is about a dataset, which the caller has to be allowed to read. */
async function checked(
  asked: Asked,
  act: (kind: Temporary, asked: Asked, about: string) => Promise<Answer>,
): Promise<Answer> {
  const body = (asked.body ?? {}) as Record<string, unknown>
  const id = body['datasource_id'] ?? body['dataset_id']
  if (id === undefined)
    throw new Fault('fields-wrong', { fields: { datasource_id: ['Missing data for required field.'] } })
  await requireDataset(asked, Number(id))
  return act(kind, asked, ABOUT)
}

async function requireDataset(asked: Asked, id: number): Promise<void> {
  const { datasets } = asked.context.store
  const known = Number.isSafeInteger(id) ? await datasets.get(id) : undefined
  if (!known) throw new Fault('dataset-missing')
  const where = { and: [{ col: 'id', op: 'eq' as const, value: id }, datasetAccess(asked.user, ruleOptions(asked))] }
  if ((await datasets.count(where)) === 0) throw new Fault('dataset-access', { args: [String(id)] })
}

async function make(asked: Asked): Promise<Answer> {
  const { formData, urlParams } = (asked.body ?? {}) as Record<string, unknown>
  if (typeof formData !== 'object' || formData === null)
    throw new Fault('fields-wrong', { fields: { formData: ['Missing data for required field.'] } })
  const form = formData as Record<string, unknown>
  const datasource = parseDatasource(form['datasource'])
  if (!datasource) throw new Fault('fields-wrong', { fields: { formData: ['The datasource is missing'] } })
  await requireDataset(asked, datasource.id)
  const key = await makePermalink(asked, 'explore_permalink', {
    chartId: typeof form['slice_id'] === 'number' ? form['slice_id'] : null,
    datasourceId: datasource.id,
    datasourceType: datasource.type,
    datasource: form['datasource'],
    state: { formData, urlParams: urlParams ?? [] },
  })
  return {
    status: 201,
    json: { key, url: `${asked.origin}${asked.context.config.basePath}/superset/explore/p/${key}/` },
  }
}

async function read(asked: Asked): Promise<Answer> {
  const value = await readPermalink(asked, 'explore_permalink', asked.params['key'] ?? '')
  await requireDataset(asked, Number(value['datasourceId']))
  return { status: 200, json: value }
}
