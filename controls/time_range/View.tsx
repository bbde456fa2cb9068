import type { ControlViewProps } from '#controls/control.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { useColumnExtent } from '#controls/shared/time-range/use-column-extent.tsx'
import { TimeRangeField } from '#controls/shared/time-range/TimeRangeField.tsx'

export default function TimeRangeView({ control, value, onChange, errors, context }: ControlViewProps<string>) {
  const column = context.form.granularity_sqla || context.dataset.main_dttm_col
  const asks = useColumnExtent(context, column)
  return (
    <TimeRangeField
      field={fieldTexts(control, errors)}
      value={value}
      onChange={onChange}
      calendar={context.dataset.calendar}
      {...asks}
      isFlagged={errors.length > 0}
    />
  )
}
