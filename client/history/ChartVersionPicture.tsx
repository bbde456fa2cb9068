import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useMemo } from 'react'
import { createBatcher } from '#calls/batch.ts'
import { fetchVersion } from '#calls/history.ts'
import { migrateForm } from '#charts/index.ts'
import { Preview } from '#client/chart/Preview.tsx'
import { isObject, parseJson } from '#core/rest/json.ts'
import { plainText } from '#core/rest/json-primitive.ts'
import { useHasBeenVisible } from '#ui/base/use-has-been-visible.ts'
import styles from './LayoutPicture.module.css'

const batch = createBatcher()

/** Requests only results that the server has in its cache: looking at the history runs no statement. */
const fetchCached: ComponentProps<typeof Preview>['ask'] = (context, options) =>
  batch.ask(context, { ...options, onlyCached: true })

/** Parts that leave no room for the data in a small picture. */
const BARE = { show_legend: false, zoomable: false, x_axis_title: '', y_axis_title: '' }

/** Returns the form of a version; undefined if it has none. */
function formOf(chart: number, fields: Readonly<Record<string, unknown>> | undefined) {
  const { params, viz_type, datasource_id, datasource_type } = fields ?? {}
  if (typeof viz_type !== 'string' || typeof params !== 'string') return undefined
  try {
    const form = parseJson(params)
    const datasource = `${plainText(datasource_id)}__${plainText(datasource_type ?? 'table')}`
    return isObject(form) ? migrateForm({ ...form, ...BARE, slice_id: chart, viz_type, datasource }) : undefined
  } catch {
    return undefined
  }
}

interface Props {
  readonly chart: number
  readonly version: number
  /** The width of the chart on the page, if it is known. */
  readonly pixels: number | undefined
}

/** A version of a chart in small, drawn from cached results; the icon of its type if there are none. */
export function ChartVersionPicture({ chart, version, pixels }: Props) {
  const [ref, isSeen] = useHasBeenVisible()
  const { data } = useQuery({
    queryKey: ['history', 'chart', chart, 'version', version],
    queryFn: ({ signal }) => fetchVersion('chart', chart, version, signal),
    enabled: isSeen,
    retry: false,
  })
  const form = useMemo(() => formOf(chart, data?.fields), [chart, data])
  return (
    <span ref={ref} className={styles['picture']} data-chart-version={version}>
      {form && <Preview form={form} dataset={undefined} isSmall ask={fetchCached} pixels={pixels} />}
    </span>
  )
}
