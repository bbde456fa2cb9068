import type { Choice, ControlType } from '#controls/control.ts'
import { messages } from '#controls/shared/check.ts'
import { choicesOf } from '#controls/shared/choices.ts'

/** One of few choices, all in sight. */
export const radio: ControlType<Choice['value']> = {
  type: 'radio',
  parse: (raw, control, context) =>
    choicesOf(control, context)?.find((each) => each.value === raw || String(each.value) === String(raw))?.value,
  check: (value, control) => messages(value, control),
  examples: (control, context) => (choicesOf(control, context) ?? []).map(({ value }) => value),
}
