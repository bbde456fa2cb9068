import { useChoices } from './options.tsx'
import type { Choice, ControlViewProps } from '#controls/control.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { t } from '#core/text/t.ts'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'

type Scalar = Choice['value']

export default function SelectAsyncView(props: ControlViewProps<Scalar | readonly Scalar[]>) {
  const { control, value, onChange, errors } = props
  const choices = useChoices(control)
  const chosen = (Array.isArray(value) ? (value as readonly Scalar[]) : [value as Scalar]).filter(
    (each) => each !== undefined && each !== null,
  )
  return (
    <MultiSelect<Scalar>
      {...fieldTexts(control, errors)}
      options={choices ?? []}
      value={chosen}
      onChange={(next) => onChange(control.multi ? next : (next.at(-1) ?? null))}
      isSingle={!control.multi}
      isFreeForm={control.freeForm}
      isLoading={choices === undefined}
      placeholder={t(control.placeholder ?? 'Select')}
    />
  )
}
