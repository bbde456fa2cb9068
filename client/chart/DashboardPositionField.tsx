import { useQuery } from '@tanstack/react-query'
import { fetchResource } from '#calls/resources.ts'
import { chartContainers } from '#core/layout/chart-containers.ts'
import type { DashboardResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Select } from '#ui/input/Select.tsx'
import { layoutOf } from './place-chart.ts'

interface Props {
  readonly dashboardId: number
  readonly value: string | undefined
  readonly onChange: (containerId: string) => void
}

/** Selects the position of the chart on the dashboard; hidden if the dashboard has no tabs. */
export function DashboardPositionField({ dashboardId, value, onChange }: Props) {
  const dashboard = useQuery({
    queryKey: ['dashboard', dashboardId, 'places'],
    queryFn: ({ signal }) => fetchResource<DashboardResponse>('dashboard', dashboardId, signal),
    gcTime: 0,
  })
  const containers = dashboard.data ? chartContainers(layoutOf(dashboard.data)) : []
  if (containers.length < 2) return null
  return (
    <Select<string>
      label={t('Add to tab')}
      options={containers.map(({ id, path }) => ({
        value: id,
        label: path.length === 0 ? t('Out of tab') : path.join(' › '),
      }))}
      value={value ?? containers[0]?.id}
      onChange={onChange}
    />
  )
}
