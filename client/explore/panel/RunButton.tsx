import { t } from '#core/text/t.ts'
import { Button } from '#ui/input/Button.tsx'
import { useRunner } from '../state/run.ts'
import { chartIdOf, errorsOf, useExplore } from '../state/store.ts'

/** Create, update or stop, whichever it is time for. */
export function RunButton() {
  const { run, stop } = useRunner()
  const chart = useExplore((state) => state.charts[chartIdOf(state)])
  const form = useExplore((state) => state.form)
  const dataset = useExplore((state) => state.dataset)
  const errors = Object.entries(errorsOf({ form, dataset }))
  if (chart?.chartStatus === 'loading')
    return (
      <Button isWide icon="stop" onPress={stop}>
        {t('Stop')}
      </Button>
    )
  const why = errors.map(([name, messages]) => t('Control labeled %s: %s', name, messages.join(', '))).join('\n')
  return (
    <Button
      variant="primary"
      isWide
      isDisabled={errors.length > 0}
      onPress={() => run()}
      tooltip={why || t('Ctrl+Enter')}
    >
      {chart?.queriesResponse ? t('Update chart') : t('Create chart')}
    </Button>
  )
}
