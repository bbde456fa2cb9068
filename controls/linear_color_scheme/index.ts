import type { ControlType } from '#controls/control.ts'
import { messages } from '#controls/shared/check.ts'

/** The id of a ramp of colours for amounts. Ids nobody knows are kept: another installation may. */
export const linear_color_scheme: ControlType<string> = {
  type: 'linear_color_scheme',
  parse: (raw) => (typeof raw === 'string' && raw !== '' ? raw : undefined),
  check: (value, control) => messages(value, control),
  examples: () => ['schemeBlues', 'fire'],
}
