import { substituteChartType } from '#charts/substitute-chart-type.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { useRunner } from '../state/chart-runner.ts'
import { actions, useExplore, useExploreStore } from '../state/store.ts'

/** A quick fix that draws a chart of an unknown type as the most similar type, without saving. */
export function SubstituteTypeFix() {
  const store = useExploreStore()
  const { run } = useRunner()
  const kind = substituteChartType(useExplore((state) => state.form.viz_type))
  if (!kind) return null
  const draw = () => {
    actions.setVizType(store, kind.type)
    run()
  }
  return (
    <Button variant="primary" onPress={draw}>
      {t('Draw as %s', t(kind.meta.name))}
    </Button>
  )
}
