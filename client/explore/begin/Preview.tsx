import { useEffect, useMemo, useRef, useState } from 'react'
import { askChartData } from '#calls/chart-data.ts'
import { chartType } from '#charts/index.ts'
import { ChartFrame } from '#client/chart/ChartFrame.tsx'
import { ChartThumbnail } from '#client/chart/ChartThumbnail.tsx'
import { factsOf } from '#client/chart/facts.ts'
import { createLoader } from '#client/chart/loader.ts'
import { type Charts, chartAdded, newChart, renderSucceeded } from '#client/chart/machine.ts'
import { noDashboardColors } from '#core/color/dashboard-colors.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { DatasetAnswer } from '#core/rest/answers.ts'
import styles from './Beginning.module.css'

const ID = 0
const nothing = () => undefined

/** The one chart of a preview, asked when it is first seen and when its form changes. */
function usePreview(form: FormData) {
  const [charts, setCharts] = useState<Charts>(() => chartAdded({}, newChart(ID, form)))
  const latest = useRef(charts)
  const loader = useMemo(() => {
    const change = (next: (charts: Charts) => Charts) => {
      latest.current = next(latest.current)
      setCharts(latest.current)
    }
    const made = createLoader({
      charts: () => latest.current,
      change,
      ask: askChartData,
      askLayer: () => Promise.reject(new Error('A preview has no layers.')),
      chartType,
      now: () => Date.now(),
      log: nothing,
    })
    return { ...made, change }
  }, [])
  useEffect(() => {
    void loader.load(ID, form)
    return () => loader.stop(ID)
  }, [loader, form])
  return { chart: charts[ID], rendered: () => loader.change((all) => renderSucceeded(all, ID)) }
}

interface Props {
  readonly form: FormData
  readonly dataset: DatasetAnswer
}

/** A chart as it would be drawn, to look at alone; the picture of its type where it cannot be. */
export function Preview({ form, dataset }: Props) {
  const { chart, rendered } = usePreview(form)
  if (!chart || chart.chartStatus === 'failed') return <ChartThumbnail vizType={form.viz_type} isWide />
  return (
    <div className={styles['preview']} inert aria-hidden="true">
      <ChartFrame
        chart={chart}
        facts={factsOf(dataset)}
        colors={noDashboardColors}
        onRendered={rendered}
        onRenderFailed={nothing}
        onRetry={nothing}
      />
    </div>
  )
}
