import { useQuery } from '@tanstack/react-query'
import { fetchOwnQuotas } from '#calls/quotas.ts'
import { measureText, quotaValueText } from '#client/session/quota-texts.ts'
import type { EffectiveQuotaResponse } from '#core/rest/quota.ts'
import { t } from '#core/text/t.ts'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'

const columns = (): readonly TableColumn<EffectiveQuotaResponse>[] => [
  { id: 'measure', title: t('Quota'), cell: ({ measure }) => measureText(measure) },
  {
    id: 'value',
    title: t('Limit'),
    align: 'end',
    cell: ({ measure, value }) => (value === null ? '' : quotaValueText(measure, value)),
  },
  {
    id: 'used',
    title: t('Used'),
    align: 'end',
    cell: ({ measure, used }) => (used === null ? '' : quotaValueText(measure, used)),
  },
]

/** The quotas of the current user, and what was used of them. */
export function OwnQuotas() {
  const quotas = useQuery({ queryKey: ['own quotas'], queryFn: ({ signal }) => fetchOwnQuotas(signal), staleTime: 0 })
  if (quotas.error) return <ErrorPanel title={t('Your quotas cannot be shown')} text={quotas.error.message} />
  if (!quotas.data) return <Skeleton shape="rows" rows={2} label={t('Loading')} />
  return (
    <Table
      label={t('Quotas')}
      rows={quotas.data.filter(({ value }) => value !== null)}
      rowKey={({ measure }) => measure}
      columns={columns()}
      empty={<EmptyState title={t('You have no quotas')} text={t('Only the limits of the installation apply.')} />}
    />
  )
}
