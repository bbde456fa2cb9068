import { t } from '#core/text/t.ts'
import { Chip } from '#ui/display/Chip.tsx'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import { comparisonText } from './use-comparisons.ts'

/** The comparison time of the charts, shown in the sentence above them. */
export function ComparisonTime() {
  const store = useDashboardStore()
  const shift = useDashboard((state) => state.comparison)
  if (shift === undefined) return null
  return (
    <>
      <span>{t('against')}</span>
      <Chip icon="history" removeLabel={t('End the comparison')} onRemove={() => actions.compare(store, undefined)}>
        {comparisonText(shift)}
      </Chip>
    </>
  )
}
