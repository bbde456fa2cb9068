import { useMemo, useRef } from 'react'
import { formOfToday } from '#charts/index.ts'
import { KindIcon } from '#client/chart/KindIcon.tsx'
import { Preview } from '#client/chart/Preview.tsx'
import { useSeen } from '#client/chart/use-seen.ts'
import type { SavedChart } from './state/saved-charts.ts'
import { useDashboard } from '../state/store.ts'
import styles from './Palette.module.css'

/** The preview of a saved chart; the icon of its type until it is drawn, or if it cannot be. */
export function OwnPicture({ chart }: { readonly chart: SavedChart }) {
  const [ref, isSeen] = useSeen()
  const dataset = useDashboard(({ datasets }) => datasets[chart.datasource_id])
  const latest = useRef(chart)
  latest.current = chart
  // Queried again when the query changes, not when a reloaded list brings equal data.
  const said = JSON.stringify([chart.params, chart.viz_type, chart.datasource_id])
  const form = useMemo(() => {
    const { params, id, viz_type, datasource_id, datasource_type } = latest.current
    return formOfToday({ ...params, slice_id: id, viz_type, datasource: `${datasource_id}__${datasource_type}` })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text stands for the chart
  }, [said])
  return (
    <span ref={ref} className={styles['picture']}>
      {isSeen ? <Preview key={said} form={form} dataset={dataset} isSmall /> : <KindIcon vizType={chart.viz_type} />}
    </span>
  )
}
