import type { ControlType } from '#controls/control.ts'
import { messages } from '#controls/shared/check.ts'

/** Text of many lines, such as code. */
export const text_area: ControlType<string> = {
  type: 'text_area',
  parse: (raw) => (typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : undefined),
  check: (value, control) => messages(value, control),
  examples: () => ['Another text\nof two lines'],
}

/** Lines an editor shows in the panel: as many as its text has, within these. */
export const LEAST_LINES = 3
export const MAX_LINES = 10

/** Lines it shows at least in a dialog of its own. */
export const LEAST_IN_DIALOG = 40

/** Pixels an editor in the panel is high at most. */
export const EDITOR_HEIGHT = 250
