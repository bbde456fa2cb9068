import type { ControlViewProps } from '#controls/control.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { withoutUndefined } from '#ui/tokens/without-undefined.ts'

export default function CheckboxView({ control, value, onChange, errors }: ControlViewProps<boolean>) {
  const { label, hint, error } = fieldTexts(control, errors)
  return (
    <Checkbox isSelected={value === true} onChange={onChange} {...withoutUndefined({ description: error ?? hint })}>
      {label}
    </Checkbox>
  )
}
