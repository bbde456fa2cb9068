import { t, tn } from '#core/text/t.ts'
import { Button } from '#ui/input/Button.tsx'
import { type ControlState, exploreFacts } from '../state/facts.ts'
import { useRunner } from '../state/run.ts'
import { chartIdOf, useExplore, useExploreStore } from '../state/store.ts'

/** What is wrong with the controls: one line for each thing, naming the controls it is wrong with. */
function problemText(wrong: readonly ControlState[]): string {
  const labels = new Map<string, string[]>()
  for (const { control, validationErrors } of wrong)
    for (const message of validationErrors) labels.set(message, [...(labels.get(message) ?? []), t(control.label)])
  return [...labels]
    .map(([message, names]) =>
      tn('Control labeled %s: %s', 'Controls labeled %s: %s', names.length, names.join(', '), message),
    )
    .join('\n')
}

/** Create, update or stop, whichever it is time for. */
export function RunButton() {
  const { run, stop } = useRunner()
  const store = useExploreStore()
  const chart = useExplore((state) => state.charts[chartIdOf(state)])
  useExplore((state) => state.form)
  useExplore((state) => state.dataset)
  const wrong = Object.values(exploreFacts(store.getState()).controls).filter(
    ({ validationErrors }) => validationErrors.length > 0,
  )
  if (chart?.chartStatus === 'loading')
    return (
      <Button isWide icon="stop" onPress={stop}>
        {t('Stop')}
      </Button>
    )
  return (
    <Button
      variant="primary"
      isWide
      isDisabled={wrong.length > 0}
      onPress={() => run()}
      tooltip={problemText(wrong) || t('Ctrl+Enter')}
    >
      {chart?.queriesResponse ? t('Update chart') : t('Create chart')}
    </Button>
  )
}
