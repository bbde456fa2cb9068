import type { Choice, Control, ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { choicesOf } from '#controls/shared/choices.ts'

type Scalar = Choice['value']

const isScalar = (value: unknown): value is Scalar =>
  value === null || Number.isFinite(value) || typeof value === 'string' || typeof value === 'boolean'

function parseOne(raw: unknown, control: Control, choices: readonly Choice[] | undefined): Scalar | undefined {
  if (!isScalar(raw) || raw === '') return undefined
  const choice =
    choices?.find((each) => each.value === raw) ?? choices?.find((each) => String(each.value) === String(raw))
  if (choice) return choice.value
  if (raw === null) return control.clearable === false ? undefined : null
  return control.freeForm || choices === undefined ? raw : undefined
}

/** One or several choices. Other values are dropped unless the control is free-form. */
export const select: ControlType<Scalar | readonly Scalar[]> = {
  type: 'select',
  parse(raw, control, context) {
    const choices = choicesOf(control, context)
    if (!control.multi) return parseOne(Array.isArray(raw) ? raw[0] : raw, control, choices)
    if (raw === undefined) return undefined
    const parsed = (Array.isArray(raw) ? raw : [raw]).map((each) => parseOne(each, control, choices))
    return [...new Set(parsed.filter((each) => each !== undefined && each !== null))]
  },
  check: (value, control) => validationMessages(value, control),
  examples(control, context) {
    const values = (choicesOf(control, context) ?? []).flatMap(({ value }) => (value === null ? [] : [value]))
    return control.multi ? values.map((value) => [value]) : values
  },
}
