import { t } from '#core/text/t.ts'
import type { EditProblem } from './edit-draft.ts'

/** Returns the message of a validation error. */
export function problemText(problem: EditProblem): string {
  switch (problem.kind) {
    case 'name':
      return t('The dataset needs a name')
    case 'sql':
      return t('The dataset needs SQL')
    case 'extra':
      return t('Extra is not a JSON object')
    case 'template_params':
      return t('The template parameters are not a JSON object')
    case 'column-name':
      return t('A column needs a name')
    case 'metric-name':
      return t('A metric needs a name')
    case 'folder-name':
      return t('A folder needs a name')
    case 'calendar':
      return t('No calendar can be made of these settings in Extra: %s', problem.names.join(', '))
    case 'columns':
      return t('Duplicate column names: %s', problem.names.join(', '))
    case 'metrics':
      return t('Duplicate metric names: %s', problem.names.join(', '))
    default:
      return t('SQL expression required: %s', problem.names.join(', '))
  }
}
