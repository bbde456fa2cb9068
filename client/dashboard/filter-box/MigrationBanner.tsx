import { useState } from 'react'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { isFilterBox } from '../state/filter-box/filter-boxes.ts'
import { canConfigureFilters } from '../filters/filter-targets.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import { useMigration } from './use-migration.ts'

function useHasFilterBoxes(): boolean {
  return useDashboard(({ charts }) => Object.values(charts).some(({ form_data }) => isFilterBox(form_data.viz_type)))
}

/** Offers the migration of filter boxes to native filters to users who may do it, shows the result and offers undo. */
export function MigrationBanner() {
  const state = useDashboard(({ migration }) => migration)
  const info = useDashboard((all) => all.info)
  const hasBoxes = useHasFilterBoxes()
  const store = useDashboardStore()
  const { review, snooze, keep, leave } = useMigration(store)
  const [problem, setProblem] = useState<string>()
  if (!hasBoxes || !canConfigureFilters(info) || (state !== 'NOOP' && state !== 'REVIEWING')) return null
  const save = () =>
    keep().catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
  if (state === 'REVIEWING')
    return (
      <Banner
        tone={problem === undefined ? 'accent' : 'danger'}
        isLive
        actions={
          <>
            <Button isWrite size="sm" variant="primary" onPress={() => void save()}>
              {t('Keep these filters')}
            </Button>
            <Button size="sm" variant="quiet" onPress={leave}>
              {t('Back to the filter boxes')}
            </Button>
          </>
        }
      >
        {problem === undefined
          ? t(
              'The filters in the bar stand for the filter boxes of this dashboard. Only you see this until you keep them.',
            )
          : t('The filters were not saved. %s', problem)}
      </Banner>
    )
  return (
    <Banner
      tone="accent"
      actions={
        <>
          <Button size="sm" variant="primary" onPress={review}>
            {t('Review')}
          </Button>
          <Button size="sm" variant="quiet" onPress={snooze}>
            {t('Not now')}
          </Button>
        </>
      }
    >
      {t(
        'This dashboard has filter boxes. They can become filters of the bar; nothing is lost and there is a way back.',
      )}
    </Banner>
  )
}
