import { type URLSearchParamsLike, urlParam } from '#core/rest/url-params.ts'

/** What the address of the explore page says. */
export interface ExploreAddress {
  /** The dataset asked for; beats that of the chart. */
  readonly datasetId: number | null
  /** The saved chart asked for. */
  readonly sliceId: number | null
  /** The dashboard the chart is opened from. */
  readonly dashboardId: number | null
  /** The chart type of a new chart. */
  readonly vizType: string | null
  /** The picture alone, without anything around it. */
  readonly standalone: boolean
  /** The first answer comes past the caches. */
  readonly force: boolean
  readonly permalinkKey: string | null
  /** Form data kept by the server under a key. */
  readonly formDataKey: string | null
  /** Form data in the address itself. */
  readonly formData: Readonly<Record<string, unknown>> | null
}

/** Reads the address of the explore page; what it does not say is null or false. */
export function exploreAddress(search: URLSearchParamsLike): ExploreAddress {
  return {
    datasetId: urlParam(search, 'dataset_id') ?? urlParam(search, 'datasource_id'),
    sliceId: urlParam(search, 'slice_id'),
    dashboardId: urlParam(search, 'dashboard_id'),
    vizType: urlParam(search, 'viz_type'),
    standalone: (urlParam(search, 'standalone') ?? 0) > 0,
    force: urlParam(search, 'force') === true,
    permalinkKey: urlParam(search, 'permalink_key'),
    formDataKey: urlParam(search, 'form_data_key'),
    formData: urlParam(search, 'form_data'),
  }
}
