import type { ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'

/** Multi-line text, such as code. */
export const text_area: ControlType<string> = {
  type: 'text_area',
  parse: (raw) => (typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : undefined),
  check: (value, control) => validationMessages(value, control),
  examples: () => ['Another text\nof two lines'],
}

/** The minimum number of lines of an editor in the panel; it grows with its text. */
export const MIN_LINES = 3
export const MAX_LINES = 10

/** The minimum number of lines of an editor in a dialog. */
export const MIN_DIALOG_LINES = 40

/** The maximum height of an editor in the panel, in pixels. */
export const EDITOR_HEIGHT = 250
