import { t } from '#core/text/t.ts'
import { Card } from '#ui/display/Card.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { useDashboard } from '../state/store.ts'

/** The placeholder of a deleted chart. It keeps its position until the layout is changed. */
export function MissingChart({ title, tools }: { readonly title: string; readonly tools: React.ReactNode }) {
  return (
    <Card title={title} actions={tools}>
      <EmptyState
        size="sm"
        title={t('Chart unavailable')}
        text={t("It was deleted, or you don't have access to its dataset.")}
      />
    </Card>
  )
}

/** The placeholder of a chart that the user may not see. It names the person to contact and nothing of the chart. */
export function HiddenChart({ tools }: { readonly tools: React.ReactNode }) {
  const owners = useDashboard((state) => state.info.owners)
  const self = useDashboard((state) => state.info.userId)
  const names = owners.filter(({ id }) => id !== self).map((owner) => `${owner.first_name} ${owner.last_name}`.trim())
  return (
    <Card actions={tools} ariaLabel={t('A chart you may not see')}>
      <EmptyState
        size="sm"
        icon="lock"
        title={t('You may not see this chart')}
        text={
          names.length > 0
            ? t('Ask %s or an administrator for access to its data.', names.join(', '))
            : t('Ask an administrator for access to its data.')
        }
      />
    </Card>
  )
}
