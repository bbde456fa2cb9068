import { type URLSearchParamsLike, urlParam } from '#core/rest/url-params.ts'

/** The parameters in the URL of Explore. */
export interface ExploreUrlState {
  /** The requested dataset; overrides that of the chart. */
  readonly datasetId: number | null
  /** The requested saved chart. */
  readonly sliceId: number | null
  /** The dashboard the chart is opened from. */
  readonly dashboardId: number | null
  /** The chart type of a new chart. */
  readonly vizType: string | null
  /** The suggested name of a new chart. */
  readonly sliceName: string | null
  /** True if only the chart is shown. */
  readonly standalone: boolean
  /** True if the first query bypasses the caches. */
  readonly force: boolean
  readonly permalinkKey: string | null
  /** The key of form data stored on the server. */
  readonly formDataKey: string | null
  /** Form data in the URL itself. */
  readonly formData: Readonly<Record<string, unknown>> | null
}

/** Parses the URL of Explore; missing parameters are null or false. */
export function exploreUrl(search: URLSearchParamsLike): ExploreUrlState {
  return {
    datasetId: urlParam(search, 'dataset_id') ?? urlParam(search, 'datasource_id'),
    sliceId: urlParam(search, 'slice_id'),
    dashboardId: urlParam(search, 'dashboard_id'),
    vizType: urlParam(search, 'viz_type'),
    sliceName: urlParam(search, 'slice_name'),
    standalone: (urlParam(search, 'standalone') ?? 0) > 0,
    force: urlParam(search, 'force') === true,
    permalinkKey: urlParam(search, 'permalink_key'),
    formDataKey: urlParam(search, 'form_data_key'),
    formData: urlParam(search, 'form_data'),
  }
}
