import { type Chart, type ChartBody, type ChartDraft, chartEntity } from '#core/entity/chart.ts'
import type { Patch } from '#core/entity/entity.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { saveTemporaryDataset } from '#server/dataset/temporary-datasets.ts'
import { hiddenLayers, layersIn } from '#server/data/layer-visibility.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { Parsed } from '#server/resources/resource.ts'
import { resolveOwners } from '#server/resources/shared/owners.ts'
import { APPLICATION } from '#core/access/ability.ts'
import { allowedRows } from '#core/access/can.ts'
import { satisfies } from '#core/access/condition.ts'
import { logCopy } from '#server/resources/shared/log-copy.ts'
import { requirePair } from '#server/resources/shared/require-pair.ts'
import { folderCaller, ruleOptions } from '#server/resources/shared/rule-options.ts'
import { addsQueryContext, queryContextText } from './complete-query-context.ts'
import { putTags, tagProblems } from '#server/resources/shared/tags.ts'
import { folderProblem } from '#server/security/folder-rights.ts'
import { grantDatasetAccess } from '#server/store/grant-dataset-access.ts'
import { datasetAccess, editAccess, placeableCharts } from '#core/access/rules.ts'
import { selectEntityFields, parseEntityBody } from '#core/entity/entity-definition.ts'

export async function parseChart(body: unknown, request: RouteRequest, row?: Chart): Promise<Parsed<ChartBody>> {
  const read = parseEntityBody(chartEntity, body, row ? 'update' : 'create')
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const chart: ChartBody = read.ok
  if (row && !satisfies(allowedRows(request.user, 'write', 'Chart', ruleOptions(request)), { ...row }))
    return { ok: { query_context: queryContextText(row), query_context_generation: true } }
  if (row) requirePair(request, 'can_slice', APPLICATION)
  await rejectHiddenLayers(request, chart.params, row)
  const owners = await resolveOwners(request.context.store, request.user, chart.owners, row)
  if ('errors' in owners) return { ...owners, status: 422 }
  const id = chart.datasource_id ?? undefined
  if (id !== undefined && id !== row?.datasource_id) {
    const existing = await request.context.store.datasets.get(id)
    if (!existing) return { errors: { datasource_id: ['Datasource does not exist'] }, status: 422 }
    await requireDataset(request, id)
  }
  if (chart.dashboards) {
    const problem = await checkDashboards(request, chart.dashboards, row?.dashboards ?? [])
    if (problem) return { errors: { dashboards: [problem] }, status: 422 }
    if (row && chart.dashboards.some((each) => !row.dashboards.includes(each))) await requirePlaceable(request, row)
  }
  const tags = await tagProblems(request, chart.tags, 'chart', row)
  if (tags) return { errors: tags, status: 422 }
  const folder = await folderProblem(folderCaller(request), chart.folder_id, 'Chart', row)
  if (folder) return { errors: folder, status: 422 }
  return { ok: { ...chart, ...(owners.ok ? { owners: [...owners.ok] } : {}) } }
}

/** Rejects annotation layers that the caller may not see: the chart shows its layers to everyone who sees it. */
async function rejectHiddenLayers(request: RouteRequest, params: string | null | undefined, row: Chart | undefined) {
  const before = layersIn(row?.params)
  const laid = layersIn(params).filter((id) => !before.includes(id))
  const hidden = await hiddenLayers(request.context.store, request.user, laid, ruleOptions(request))
  if (hidden.length > 0) throw new ApiError('annotation-layers-hidden', { args: [hidden.join(', ')] })
}

/** The error does not name the dataset if the caller may not read it. */
async function requireDataset(request: RouteRequest, id: number) {
  const { datasets } = request.context.store
  const open = await datasets.count({ and: [{ col: 'id', op: 'eq', value: id }, datasetAccess(request.user)] })
  if (open === 0) throw new ApiError('dataset-access', { args: [String(id)], extra: { datasource: id } })
}

/** Rejects a chart that the caller sees only by its folder: a dashboard may open its dataset to others. */
async function requirePlaceable(request: RouteRequest, { id }: Chart): Promise<void> {
  const placeable = {
    and: [{ col: 'id', op: 'eq' as const, value: id }, placeableCharts(request.user, ruleOptions(request))],
  }
  if ((await request.context.store.charts.count(placeable)) === 0)
    throw new ApiError('charts-unseen', { args: [String(id)] })
}

/** Checks that the caller owns every dashboard that gains or loses the chart, and that it is not managed externally. */
async function checkDashboards(request: RouteRequest, wanted: readonly number[], had: readonly number[]) {
  const { dashboards } = request.context.store
  const count = await dashboards.count({ col: 'id', op: 'in', value: [...new Set(wanted)] })
  if (count < new Set(wanted).size) return 'Dashboards do not exist'
  const touched = [...wanted.filter((id) => !had.includes(id)), ...had.filter((id) => !wanted.includes(id))]
  const mine = await dashboards.count({
    and: [{ col: 'id', op: 'in', value: touched }, editAccess(request.user, 'Dashboard')],
  })
  if (mine < new Set(touched).size) throw new ApiError('dashboards-forbidden')
  const externallyManaged = { col: 'is_managed_externally', op: 'eq', value: true } as const
  if ((await dashboards.count({ and: [{ col: 'id', op: 'in', value: touched }, externallyManaged] })) > 0)
    throw new ApiError('managed-externally')
  return undefined
}

/** The source of a chart is always a dataset, whatever type the client sends with the id. */
function toPatch(body: ChartBody): Patch<Chart> {
  const { datasource_type: _, ...patch } = selectEntityFields(chartEntity, body)
  return body.datasource_id === undefined ? patch : { ...patch, datasource_type: 'table' }
}

/** Returns whether the caller may read a chart. */
async function isReadable(request: RouteRequest, id: number): Promise<boolean> {
  const rule = allowedRows(request.user, 'read', 'Chart', ruleOptions(request))
  return (await request.context.store.charts.count({ and: [{ col: 'id', op: 'eq', value: id }, rule] })) > 0
}

export async function createChart(body: ChartBody, request: RouteRequest): Promise<Chart> {
  const { context, user } = request
  const from = body.copied_from ?? undefined
  const isCopy = from !== undefined && (await isReadable(request, from))
  const draft = { viz_type: '', ...toPatch(body), last_saved_at: context.now(), last_saved_by_fk: user.userId }
  return context.store.transaction(async (tx) => {
    const chart = await tx.charts.create(draft as ChartDraft, user.userId)
    await saveTemporaryDataset(tx, user, chart.datasource_id)
    await grantDatasetAccess(tx, user, chart.dashboards)
    await putTags(tx, user, 'chart', chart.id, body.tags)
    if (isCopy) await logCopy(tx, user, { type: 'chart', from, to: chart.id })
    return chart
  })
}

export async function updateChart(
  row: Chart,
  body: ChartBody,
  request: RouteRequest,
  ifVersion?: number,
): Promise<Chart> {
  const { context, user } = request
  const fills = addsQueryContext(body, row)
  const saved = body.query_context_generation ? {} : { last_saved_at: context.now(), last_saved_by_fk: user.userId }
  // A fill-in adds what was missing in the row as read, and must not replace anything saved since.
  const version = ifVersion ?? (fills ? row.version : undefined)
  // Adding a chart to dashboards, or changing its dataset, also saves the dashboards it is on.
  const isPlaced = body.dashboards !== undefined || typeof body.datasource_id === 'number'
  return context.store.transaction(async (tx) => {
    const options = version === undefined ? {} : { ifVersion: version }
    const chart = await tx.charts.update(row.id, { ...toPatch(body), ...saved }, user.userId, options)
    const { datasource_id } = body
    if (typeof datasource_id === 'number' && datasource_id !== row.datasource_id)
      await saveTemporaryDataset(tx, user, datasource_id)
    if (isPlaced) await grantDatasetAccess(tx, user, chart.dashboards)
    await putTags(tx, user, 'chart', row.id, body.tags)
    return chart
  })
}
