import type { Choice, ControlViewProps } from '#controls/control.ts'
import { choicesOf } from '#controls/shared/choices.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { t } from '#core/text/t.ts'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'
import { Select } from '#ui/input/Select.tsx'
import { select } from './index.ts'

type Scalar = Choice['value']

export default function SelectView(props: ControlViewProps<Scalar | readonly Scalar[]>) {
  const { control, value, onChange, errors, context } = props
  const options = (choicesOf(control, context) ?? []).map((choice) => ({ value: choice.value, label: t(choice.label) }))
  const field = fieldTexts(control, errors)
  const chosen = (Array.isArray(value) ? value : [value]).filter((each) => each !== undefined)
  const parse = (text: string): Scalar | undefined => {
    const parsed = select.parse(text.trim(), { ...control, multi: false }, context)
    return Array.isArray(parsed) ? undefined : (parsed as Scalar | undefined)
  }
  if (control.multi || control.freeForm) {
    return (
      <MultiSelect
        {...field}
        options={options}
        value={control.multi ? chosen : chosen.filter((each) => each !== null)}
        onChange={(next) => onChange(control.multi ? next : (next.at(-1) ?? null))}
        isSingle={!control.multi}
        isFreeForm={control.freeForm}
        parse={parse}
        placeholder={control.placeholder === undefined ? undefined : t(control.placeholder)}
      />
    )
  }
  return (
    <Select
      {...field}
      options={options}
      value={chosen[0]}
      onChange={onChange}
      isClearable={control.clearable !== false && chosen[0] !== null}
      onClear={() => onChange(null)}
      placeholder={t(control.placeholder ?? 'Select')}
    />
  )
}
