import type { ControlViewProps } from '#controls/control.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { given } from '#ui/tokens/given.ts'

export default function CheckboxView({ control, value, onChange, errors }: ControlViewProps<boolean>) {
  const { label, hint, error } = fieldTexts(control, errors)
  return (
    <Checkbox isSelected={value === true} onChange={onChange} {...given({ description: error ?? hint })}>
      {label}
    </Checkbox>
  )
}
