import { lazy, Suspense, useState } from 'react'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/input/IconButton.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { useQuickFilter } from '../filter-config/use-quick-filter.ts'
import { mayConfigure } from '../state/filter-targets.ts'
import { columnsOfChart } from '../state/quick-filter.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import { exploreHref } from './explore-href.ts'

const QueryDialog = lazy(() =>
  import('#client/chart/QueryDialog.tsx').then((module) => ({ default: module.QueryDialog })),
)
const TableDialog = lazy(() =>
  import('#client/chart/TableDialog.tsx').then((module) => ({ default: module.TableDialog })),
)

interface Props {
  readonly chartId: number
  readonly title: string
  readonly onReload: () => void
}

/** What one can do with a chart of the dashboard. */
export function ChartMenu({ chartId, title, onReload }: Props) {
  const href = useDashboard((state) => exploreHref(state, chartId))
  const [shown, setShown] = useState<'query' | 'table' | null>(null)
  const chart = useDashboard((state) => state.charts[chartId])
  const canExplore = useDashboard((state) => state.info.superset_can_explore)
  const store = useDashboardStore()
  const mayFilter = useDashboard(({ info }) => mayConfigure(info))
  const addFilter = useQuickFilter()
  const offered = mayFilter ? columnsOfChart(store.getState(), chartId) : []
  const close = () => setShown(null)
  return (
    <>
      <Menu
        label={t('More for %s', title)}
        trigger={<IconButton icon="more" size="sm" label={t('More for %s', title)} />}
        placement="bottom end"
        items={[
          { id: 'refresh', label: t('Force refresh'), icon: 'refresh', onAction: onReload },
          { id: 'line', kind: 'separator' },
          ...(canExplore
            ? [
                {
                  id: 'edit',
                  label: t('Edit chart'),
                  icon: 'edit' as const,
                  href,
                },
              ]
            : []),
          { id: 'query', label: t('View query'), icon: 'sql', onAction: () => setShown('query') },
          ...(offered.length > 0
            ? [
                {
                  id: 'filter',
                  label: t('Filter the dashboard by'),
                  icon: 'filter' as const,
                  items: offered.map((each) => ({
                    id: each.column.column_name,
                    label: each.column.verbose_name || each.column.column_name,
                    onAction: () => addFilter(each),
                  })),
                },
              ]
            : []),
          { id: 'table', label: t('View as table'), icon: 'table', onAction: () => setShown('table') },
        ]}
      />
      <Suspense fallback={null}>
        {shown === 'query' && chart && (
          <QueryDialog form={chart.latestQueryFormData ?? chart.form_data} onClose={close} />
        )}
        {shown === 'table' && chart?.queriesResponse && (
          <TableDialog title={title} answers={chart.queriesResponse} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
