import type { Control } from '#controls/control.ts'
import { isEmpty, notEmpty } from '#controls/shared/validators.ts'
import { chartIdOf, errorsOf, type ExploreState } from '../state/store.ts'

/** True for a new chart that was never run: its required controls are still to be filled in. */
function isUntried(state: ExploreState): boolean {
  return state.slice === null && (state.charts[chartIdOf(state)]?.latestQueryFormData ?? null) === null
}

/**
 * Returns the validation errors of a control to show. Required controls of a new chart that begin empty are no errors
 * before its first run; their labels are marked as required.
 */
export function visibleErrors(state: ExploreState, control: Control): readonly string[] | undefined {
  const { name } = control
  const errors = errorsOf(state)[name]
  const beginsEmpty = isEmpty(control.initial ?? control.default)
  if (!errors || !beginsEmpty || !isUntried(state)) return errors
  const others = errors.filter((error) => error !== notEmpty(state.form[name]))
  return others.length > 0 ? others : undefined
}
