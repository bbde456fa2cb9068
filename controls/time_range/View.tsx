import type { ControlViewProps } from '#controls/control.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { TimeRangeField } from '#controls/shared/time-range/TimeRangeField.tsx'

export default function TimeRangeView({ control, value, onChange, errors, context }: ControlViewProps<string>) {
  return (
    <TimeRangeField
      field={fieldTexts(control, errors)}
      value={value}
      onChange={onChange}
      calendar={context.dataset.calendar}
      isFlagged={errors.length > 0}
    />
  )
}
