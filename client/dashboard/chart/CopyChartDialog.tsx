import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listResource, fetchResource } from '#calls/resources.ts'
import { layoutOf } from '#client/chart/place-chart.ts'
import { DashboardPositionField } from '#client/chart/DashboardPositionField.tsx'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { session } from '#client/session/session.ts'
import { hasPermission } from '#core/access/ability.ts'
import { chartContainers } from '#core/layout/chart-containers.ts'
import type { DashboardResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { Select } from '#ui/input/Select.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { useDashboard } from '../state/store.ts'
import { copyChart } from './copy-chart.ts'

/** The number of dashboards listed; the server does the search. */
const OFFERED = 50

const go = (id: number) => window.location.assign(`${session().settings.basePath}/dashboard/${id}`)

/** Returns the dashboards that the user may edit and whose title contains this text, sorted by title. */
function useWritable(search: string) {
  return useQuery({
    queryKey: ['list', 'dashboard', 'writable', search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const filters = search ? [{ col: 'dashboard_title', opr: 'title_or_slug', value: search }] : []
      const order = { order_column: 'dashboard_title', order_direction: 'asc' as const }
      const { result } = await listResource<DashboardResponse>(
        'dashboard',
        { ...order, page_size: OFFERED, filters },
        signal,
      )
      return result.filter(
        ({ abilities, is_managed_externally }) => abilities?.can_write !== false && is_managed_externally !== true,
      )
    },
  })
}

interface FieldProps {
  readonly value: number | undefined
  readonly here: { readonly id: number; readonly title: string }
  readonly onChange: (id: number) => void
}

/** Selects the dashboard to copy the chart to. */
function DashboardField({ value, here, onChange }: FieldProps) {
  const [search, setSearch] = useState('')
  const found = useWritable(search)
  const others = (found.data ?? []).filter(({ id }) => id !== here.id)
  const options = [
    { value: here.id, label: t('%s (this one)', here.title) },
    ...others.map(({ id, dashboard_title }) => ({ value: id, label: dashboard_title })),
  ]
  return (
    <Select<number>
      label={t('Dashboard')}
      options={options}
      value={value}
      onChange={onChange}
      isSearchable
      onSearch={setSearch}
      isLoading={found.isFetching}
      {...(found.error ? { error: found.error.message } : {})}
    />
  )
}

interface WayProps {
  /** True if the target is the dashboard that already contains the chart. */
  readonly isHere: boolean
  readonly mayMake: boolean
  readonly isOwn: boolean
  readonly onChange: (isOwn: boolean) => void
}

/** Selects whether to add a new copy or the same chart. */
function SaveModeField({ isHere, mayMake, isOwn, onChange }: WayProps) {
  const same = isHere ? t('Already on this dashboard.') : t('Changes to it show on both dashboards.')
  return (
    <RadioGroup
      label={t('Content')}
      options={[
        {
          value: 'own' as const,
          label: t('A copy'),
          isDisabled: !mayMake,
          description: t('A new chart: changes to one do not show in the other.'),
        },
        { value: 'same' as const, label: t('The same chart'), isDisabled: isHere, description: same },
      ]}
      value={isOwn ? 'own' : 'same'}
      onChange={(next) => onChange(next === 'own')}
    />
  )
}

interface Props {
  readonly chartId: number
  readonly title: string
  readonly onClose: () => void
}

/** Copies a chart to this or another dashboard, as the same chart or as a new one. */
export function CopyChartDialog({ chartId, title, onClose }: Props) {
  const { id, title: name } = useDashboard(({ info }) => info)
  const mayMake = hasPermission(session().user, 'can_write', 'Chart')
  const [dashboardId, setDashboard] = useState(id)
  const [selectedContainer, setSelectedContainer] = useState<string>()
  const [isOwn, setOwn] = useState(mayMake)
  const isHere = dashboardId === id
  const copy = useMutation({
    mutationFn: async () => {
      const target = await fetchResource<DashboardResponse>('dashboard', dashboardId)
      const containerId = selectedContainer ?? chartContainers(layoutOf(target))[0]?.id ?? 'GRID_ID'
      await copyChart({ chartId, dashboardId, containerId, isOwn: isHere || isOwn })
    },
    onSuccess: () => {
      onClose()
      // The URL holds the filter state, so a reload restores the page with the additional chart.
      if (isHere) return window.location.reload()
      toast.show({
        text: t('Copied: %s', title),
        tone: 'good',
        action: { label: t('Go to dashboard'), onPress: () => go(dashboardId) },
      })
    },
  })
  const cannot = isHere && !mayMake
  return (
    <ConfirmLeaveModal
      title={t('Copy %s', title)}
      isOpen
      isChanged={dashboardId !== id || selectedContainer !== undefined || isOwn !== mayMake}
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" isDisabled={cannot} isPending={copy.isPending} onPress={() => copy.mutate()}>
            {t('Copy')}
          </Button>
        </>
      }
    >
      <FormStack ariaLabel={t('Copy %s', title)}>
        {copy.error && (
          <Banner tone="danger" isLive>
            {t('The chart could not be copied: %s', copy.error.message)}
          </Banner>
        )}
        <DashboardField
          value={dashboardId}
          here={{ id, title: name }}
          onChange={(next) => {
            setDashboard(next)
            setSelectedContainer(undefined)
          }}
        />
        <DashboardPositionField dashboardId={dashboardId} value={selectedContainer} onChange={setSelectedContainer} />
        <SaveModeField isHere={isHere} mayMake={mayMake} isOwn={isHere || isOwn} onChange={setOwn} />
      </FormStack>
    </ConfirmLeaveModal>
  )
}
