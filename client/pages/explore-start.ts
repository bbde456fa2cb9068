import { hasErrorCode } from '#calls/call.ts'
import { fetchChart } from '#calls/charts.ts'
import { fetchDataset } from '#calls/datasets.ts'
import { fetchExploreForm, fetchExplorePermalink } from '#calls/permalinks.ts'
import { fetchResource } from '#calls/resources.ts'
import { filterFeatures } from '#client/dashboard/state/filter-features.ts'
import { type InheritedContext, inheritedContext } from '#client/dashboard/opening/inherited-context.ts'
import { newForm } from '#client/explore/new-chart/new-form.ts'
import { withDataset } from '#client/dataset/form-with-dataset.ts'
import { type ExploreUrlState, exploreUrl } from '#client/explore/state/explore-url.ts'
import { withInheritedFilters } from '#client/explore/state/inherited-filters.ts'
import type { ExploreStart } from '#client/explore/state/store.ts'
import { session } from '#client/session/session.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'
import type { ChartResponse, DashboardResponse, DatasetResponse } from '#core/rest/responses.ts'
import { parseJson } from '#core/rest/json.ts'

/** Why a page cannot start: the URL names nothing, or the named entity has no dataset. */
export type ExploreStartFailure = 'parameters' | 'dataset'

function savedForm(chart: ChartResponse): FormData {
  const params = parseJson(chart.params || '{}') as Record<string, unknown>
  return {
    ...params,
    viz_type: chart.viz_type,
    datasource: `${chart.datasource_id}__${chart.datasource_type}`,
    slice_id: chart.id,
  }
}

/** Fetches a dataset by id; undefined if it no longer exists. */
async function findDataset(id: number): Promise<DatasetResponse | undefined> {
  try {
    return await fetchDataset(id)
  } catch (error) {
    if (hasErrorCode(error, 'not-found', 'dataset-missing')) return undefined
    throw error
  }
}

/** Returns the form on its dataset, or on the dataset named in the URL. */
function onDataset(form: FormData, dataset: DatasetResponse): FormData {
  return parseDatasource(form.datasource)?.id === dataset.id ? form : withDataset(form, dataset)
}

/** Returns the form named in the URL: by permalink, stored under a key, or inline. */
async function formOf({ permalinkKey, formDataKey, formData }: ExploreUrlState): Promise<FormData | null> {
  if (permalinkKey) return (await fetchExplorePermalink(permalinkKey)).state.formData
  if (formDataKey) return fetchExploreForm(formDataKey)
  return typeof formData?.['viz_type'] === 'string' ? (formData as unknown as FormData) : null
}

/**
 * Returns the context inherited from the dashboard; null without one. Null as well if it cannot be read: the chart
 * opens without it.
 */
async function fetchInheritedContext({ dashboardId }: ExploreUrlState, chartId: number, view: string | null) {
  if (dashboardId === null) return null
  try {
    return inheritedContext(
      await fetchResource<DashboardResponse>('dashboard', dashboardId),
      chartId,
      view,
      filterFeatures(),
    )
  } catch {
    return null
  }
}

/** Opens a saved chart on its dataset or the one named in the URL, with the filters of its dashboard. */
async function chartStart(
  chart: ChartResponse,
  linked: FormData | null,
  address: ExploreUrlState,
  given: InheritedContext | null,
): Promise<ExploreStart | ExploreStartFailure> {
  const saved = savedForm(chart)
  // A linked form already contains the filters of its dashboard.
  const form = linked ?? (given ? withInheritedFilters(saved, given.extra) : saved)
  const dataset = await findDataset(address.datasetId ?? parseDatasource(form.datasource)?.id ?? chart.datasource_id)
  if (!dataset) return 'dataset'
  return {
    slice: chart,
    dataset,
    form: onDataset(form, dataset),
    title: chart.slice_name,
    ...(given ? { dashboard: given } : {}),
  }
}

async function startOf(address: ExploreUrlState, view: string | null): Promise<ExploreStart | ExploreStartFailure> {
  const linked = await formOf(address)
  const sliceId = address.sliceId ?? linked?.slice_id ?? null
  if (sliceId !== null) {
    const [chart, given] = await Promise.all([fetchChart(sliceId), fetchInheritedContext(address, sliceId, view)])
    return chartStart(chart, linked, address, given)
  }
  const datasetId = address.datasetId ?? parseDatasource(linked?.datasource)?.id
  if (datasetId === null || datasetId === undefined) return 'parameters'
  const dataset = await findDataset(datasetId)
  if (!dataset) return 'dataset'
  const vizType = address.vizType ?? session().settings.defaultVizType
  if (linked) return { slice: null, dataset, form: onDataset(linked, dataset), title: address.sliceName ?? '' }
  return { slice: null, dataset, form: newForm(vizType, dataset), title: '', isNew: true }
}

/** Resolves the URL of Explore, or returns what is missing. */
export async function exploreStart(search: URLSearchParams): Promise<ExploreStart | ExploreStartFailure> {
  const address = exploreUrl(search)
  const found = await startOf(address, search.get('native_filters'))
  if (typeof found === 'string') return found
  return { ...found, user: session().user, standalone: address.standalone, force: address.force }
}
