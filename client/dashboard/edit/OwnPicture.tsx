import { useMemo, useRef } from 'react'
import { formOfToday } from '#charts/index.ts'
import { KindIcon } from '#client/chart/KindIcon.tsx'
import { Preview } from '#client/chart/Preview.tsx'
import { useSeen } from '#client/chart/use-seen.ts'
import type { SavedChart } from './state/saved-charts.ts'
import { useDashboard } from '../state/store.ts'
import styles from './Palette.module.css'

/** The picture of a saved chart itself; until it is drawn, and where it cannot be, the icon of its kind. */
export function OwnPicture({ chart }: { readonly chart: SavedChart }) {
  const [ref, isSeen] = useSeen()
  const dataset = useDashboard(({ datasets }) => datasets[chart.datasource_id])
  const latest = useRef(chart)
  latest.current = chart
  // Asked again when what it asks has changed, not when a list that names it has come anew.
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
