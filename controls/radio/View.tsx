import type { Choice, ControlViewProps } from '#controls/control.ts'
import { choicesOf } from '#controls/shared/choices.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { t } from '#core/text/t.ts'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'

export default function RadioView({ control, value, onChange, errors, context }: ControlViewProps<Choice['value']>) {
  const choices = choicesOf(control, context) ?? []
  return (
    <RadioGroup
      {...fieldTexts(control, errors)}
      options={choices.map((choice) => ({ value: String(choice.value), label: t(choice.label) }))}
      value={value === undefined ? undefined : String(value)}
      onChange={(text) => onChange(choices.find((choice) => String(choice.value) === text)?.value)}
      isInline
    />
  )
}
