import type { ChartState } from '#client/chart/chart-state.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { useRunner } from '../state/chart-runner.ts'
import { actions, useExplore, useExploreStore } from '../state/store.ts'
import { DatasetQuickFixes } from './DatasetQuickFixes.tsx'
import { quoteMarkOf } from '#core/query/quote-mark.ts'
import { replaceNameInForm } from '#core/form/replace-name-in-form.ts'

/** Quick fixes that replace an unknown name with an existing one and run again. */
export function QuickFixes({ chart }: { readonly chart: ChartState }) {
  const store = useExploreStore()
  const { run } = useRunner()
  const form = useExplore((state) => state.form)
  const mistake = chart.chartStatus === 'failed' ? chart.chartUnknownName : undefined
  const mark = useExplore((state) => quoteMarkOf(state.dataset.database?.backend))
  if (!mistake) return null
  if (!mistake.candidates.some((name) => replaceNameInForm(form, { mistake, right: name, mark })))
    return <DatasetQuickFixes mistake={mistake} />
  return mistake.candidates.map((name, index) => {
    const mended = replaceNameInForm(form, { mistake, right: name, mark })
    if (!mended) return null
    const use = () => {
      actions.setControls(store, mended)
      run()
    }
    return (
      <Button key={name} variant={index === 0 ? 'primary' : 'outlined'} onPress={use}>
        {t('Use "%s"', name)}
      </Button>
    )
  })
}
