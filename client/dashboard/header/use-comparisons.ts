import { ownValue } from '#core/rest/json.ts'
import { t } from '#core/text/t.ts'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { canCompareTimes, comparisons, hasClosedRange } from '../state/comparison.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

const comparisonTexts = (): Record<(typeof comparisons)[number], string> => ({
  inherit: t('The previous period'),
  '1 week ago': t('The week before'),
  '28 days ago': t('The same weekdays four weeks before'),
  '52 weeks ago': t('The same weeks a year before'),
})

/** Returns the label of a comparison. */
export function comparisonText(shift: string): string {
  return ownValue(comparisonTexts(), shift) ?? shift
}

/** Menu entries that compare all time charts and big numbers with another time, and that end the comparison. */
export function useComparisons(): readonly MenuEntry[] {
  const store = useDashboardStore()
  const chosen = useDashboard((state) => state.comparison)
  const able = useDashboard((state) => {
    const forms = Object.values(state.charts).filter(({ form_data }) => canCompareTimes(form_data))
    if (forms.length === 0) return 'none'
    return forms.some(({ id }) => hasClosedRange(formDataOf(state, id) ?? { viz_type: '' })) ? 'yes' : 'open'
  })
  if (able === 'none') return []
  if (able === 'open')
    return [
      {
        id: 'compare',
        label: t('Compare with'),
        icon: 'history',
        isDisabled: true,
        why: t('Set a time range first.'),
      },
    ]
  const choice = (shift: string | undefined, label: string): MenuEntry => ({
    id: `against ${shift ?? 'nothing'}`,
    label,
    isChecked: chosen === shift,
    onAction: () => actions.compare(store, shift),
  })
  const items = [choice(undefined, t('Nothing')), ...comparisons.map((shift) => choice(shift, comparisonText(shift)))]
  return [{ id: 'compare', label: t('Compare with'), icon: 'history', items }]
}
