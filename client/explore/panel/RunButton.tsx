import { t, tn } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import styles from './ControlPanel.module.css'
import { type ControlState, deriveExploreState } from '../state/derived-state.ts'
import { useRunner } from '../state/chart-runner.ts'
import { chartIdOf, errorsOf, type ExploreState, useExplore } from '../state/store.ts'

/** Returns the validation errors of the controls: one line per error with the names of its controls. */
function problemText(invalidControls: readonly ControlState[]): string {
  const labels = new Map<string, string[]>()
  for (const { control, validationErrors } of invalidControls)
    for (const message of validationErrors) labels.set(message, [...(labels.get(message) ?? []), t(control.label)])
  return [...labels]
    .map(([message, names]) =>
      tn('Control labeled %s: %s', 'Controls labeled %s: %s', names.length, names.join(', '), message),
    )
    .join('\n')
}

/** Returns an empty string if there are no errors, which is checked before all controls are resolved. */
function problemOf(state: ExploreState): string {
  if (Object.keys(errorsOf(state)).length === 0) return ''
  const { controls } = deriveExploreState(state)
  return problemText(Object.values(controls).filter(({ validationErrors }) => validationErrors.length > 0))
}

/** The Create, Update or Stop button, depending on the state of the chart. */
export function RunButton() {
  const { run, stop } = useRunner()
  const isLoading = useExplore((state) => state.charts[chartIdOf(state)]?.chartStatus === 'loading')
  const isMade = useExplore((state) => state.slice !== null || Boolean(state.charts[chartIdOf(state)]?.queriesResponse))
  const problem = useExplore(problemOf)
  if (isLoading)
    return (
      <Button isWide icon="stop" onPress={stop}>
        {t('Stop')}
      </Button>
    )
  return (
    <Button
      variant="primary"
      isWide
      isDisabled={problem !== ''}
      onPress={() => run()}
      tooltip={problem || t('Ctrl+Enter')}
    >
      {isMade ? t('Update chart') : t('Create chart')}
      <span className={styles['keys']} aria-hidden="true">
        {t('Ctrl ⏎')}
      </span>
    </Button>
  )
}
