import type { ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'

/** The id of a sequential color scheme. Unknown ids are retained, because another installation may have them. */
export const linear_color_scheme: ControlType<string> = {
  type: 'linear_color_scheme',
  parse: (raw) => (typeof raw === 'string' && raw !== '' ? raw : undefined),
  check: (value, control) => validationMessages(value, control),
  examples: () => ['schemeBlues', 'fire'],
}
