import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import { chartType } from '#charts/index.ts'
import { ChartFrame } from './ChartFrame.tsx'
import { fetchPreviewData } from './fetch-preview-data.ts'
import { ChartTypeIcon } from './ChartTypeIcon.tsx'
import { datasetDisplayOf } from './dataset-display.ts'
import { DataAgeContext, ReportDataAge, useDataAge } from './data-age.tsx'
import { createLoader } from './loader.ts'
import {
  type Charts,
  type ChartState,
  chartAdded,
  hasNetworkFailure,
  newChart,
  renderSucceeded,
} from './chart-state.ts'
import { noDashboardColors } from '#core/color/dashboard-colors.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { StaticContext } from '#ui/tokens/static-context.ts'
import { oldestReadTime } from './oldest-read-time.ts'
import styles from './Preview.module.css'

const ID = 0
const ignore = () => undefined

type SendQuery = Parameters<typeof createLoader>[0]['ask']

/**
 * Queries the chart of a preview when it is first visible and whenever its form changes. A query that did not reach the
 * server is repeated once the browser is online.
 */
function usePreview(form: FormData, ask: SendQuery, pixels: number | undefined) {
  const [charts, setCharts] = useState<Charts>(() => chartAdded({}, newChart(ID, form)))
  const latest = useRef(charts)
  const loader = useMemo(() => {
    const change = (next: (charts: Charts) => Charts) => {
      latest.current = next(latest.current)
      setCharts(latest.current)
    }
    const newLoader = createLoader({
      charts: () => latest.current,
      change,
      ask,
      askLayer: () => Promise.reject(new Error('A preview has no layers.')),
      chartType,
      now: () => Date.now(),
      log: ignore,
    })
    if (pixels !== undefined) newLoader.elements.expectWidth(ID, pixels)
    return { ...newLoader, change }
  }, [ask, pixels])
  useEffect(() => {
    void loader.load(ID, form)
    return () => loader.stop(ID)
  }, [loader, form])
  const isLost = charts[ID] !== undefined && hasNetworkFailure(charts[ID])
  useEffect(() => {
    if (!isLost) return
    const retry = () => void loader.load(ID, form)
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [isLost, loader, form])
  return { chart: charts[ID], rendered: () => loader.change((all) => renderSucceeded(all, ID)) }
}

/** The age of the data: shown over the chart, or reported to a parent that shows the age of several charts once. */
function Age({ at }: { readonly at: number | undefined }) {
  const report = useContext(DataAgeContext)
  const age = useDataAge(at)
  if (report) return <ReportDataAge at={at} report={report} />
  return age === undefined ? null : <span className={styles['age']}>{age}</span>
}

interface Props {
  readonly form: FormData
  /** Undefined if the dataset is not loaded: columns then show as stored. */
  readonly dataset: DatasetResponse | undefined
  /** Thumbnail size: drawn five times as large, then scaled down. */
  readonly isSmall?: boolean | undefined
  /** Shows the age of the data if they are older than a few minutes. */
  readonly hasAge?: boolean | undefined
  /** Sends the query through a shared queue; separately if absent. */
  readonly ask?: SendQuery | undefined
  /** The width whose sample of long series is queried; by default that of the screen. */
  readonly pixels?: number | undefined
  /** Called with the outcome of the query. */
  readonly onEnd?: ((end: ChartPreviewOutcome) => void) | undefined
}

/** The outcome of a preview query: a result to draw, an empty result or an error. */
export type ChartPreviewOutcome = 'answered' | 'empty' | 'failed'

function endOf(chart: ChartState | undefined): ChartPreviewOutcome | undefined {
  if (chart?.chartStatus === 'failed') return 'failed'
  if (chart?.chartStatus !== 'success' && chart?.chartStatus !== 'rendered') return undefined
  const isEmpty = chartType(chart.form_data.viz_type)?.isEmpty(chart.queriesResponse ?? []) ?? true
  return isEmpty ? 'empty' : 'answered'
}

/** A read-only preview of a chart; the icon of its type if it cannot be drawn. */
export function Preview(props: Props) {
  const { form, dataset, isSmall = false, hasAge = false, ask = fetchPreviewData, pixels, onEnd } = props
  const { chart, rendered } = usePreview(form, ask, pixels)
  const end = endOf(chart)
  useEffect(() => {
    if (end) onEnd?.(end)
  }, [end, onEnd])
  const isDrawn = chart?.chartStatus === 'success' || chart?.chartStatus === 'rendered'
  if (!chart || chart.chartStatus === 'failed' || (isSmall && !isDrawn))
    return <ChartTypeIcon vizType={form.viz_type} isWide={!isSmall} />
  const picture = (
    <div className={isSmall ? styles['sheet'] : styles['preview']} inert aria-hidden="true">
      <StaticContext value>
        <ChartFrame
          chart={chart}
          details={datasetDisplayOf(dataset)}
          colors={noDashboardColors}
          onRendered={rendered}
          onRenderFailed={ignore}
          onRetry={ignore}
        />
      </StaticContext>
    </div>
  )
  if (isSmall) return <span className={styles['small']}>{picture}</span>
  return hasAge ? (
    <>
      {picture}
      <Age at={oldestReadTime(chart)} />
    </>
  ) : (
    picture
  )
}
