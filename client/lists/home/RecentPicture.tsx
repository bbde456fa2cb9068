import { useQuery } from '@tanstack/react-query'
import { listResource } from '#calls/resources.ts'
import { LazyChartPicture, LazyDashboardFace, picturedRow } from '#client/lists/cards/LazyPictures.tsx'
import { useSeen } from '#client/chart/use-seen.ts'
import type { ChartAnswer, DashboardAnswer } from '#core/rest/answers.ts'
import styles from './Home.module.css'
import type { Recent } from './home-lists.ts'

/**
 * Fetches the row of a viewed entity, of which the log stores only the id. The list request does not count as a view.
 */
function useRow({ kind, id, row }: Recent, isSeen: boolean) {
  const found = useQuery({
    queryKey: ['list', kind, 'one', id],
    queryFn: ({ signal }) => {
      const filters = [{ col: 'id', opr: 'eq', value: id }]
      return listResource<DashboardAnswer | ChartAnswer>(kind, { filters, page: 0, page_size: 1 }, signal)
    },
    enabled: isSeen && row === undefined,
    retry: false,
  })
  return row ?? found.data?.result[0]
}

/** The preview of a recent entity, drawn from its own data when visible. */
export function RecentPicture({ recent }: { readonly recent: Recent }) {
  const [ref, isSeen] = useSeen()
  const row = useRow(recent, isSeen)
  return (
    <span ref={ref} className={styles['picture']} aria-hidden="true">
      {row && recent.kind === 'dashboard' && <LazyDashboardFace dashboard={row as DashboardAnswer} />}
      {row && recent.kind === 'chart' && <LazyChartPicture chart={picturedRow(row as ChartAnswer)} />}
    </span>
  )
}
