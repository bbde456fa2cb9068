import type { Choice, ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { choicesOf } from '#controls/shared/choices.ts'

/** A single choice with all options visible. */
export const radio: ControlType<Choice['value']> = {
  type: 'radio',
  parse: (raw, control, context) =>
    choicesOf(control, context)?.find((each) => each.value === raw || String(each.value) === String(raw))?.value,
  check: (value, control) => validationMessages(value, control),
  examples: (control, context) => (choicesOf(control, context) ?? []).map(({ value }) => value),
}
