import { type Item, visibleFields } from './item.ts'
import type { ControlContext, ItemField } from '#controls/control.ts'
import { columnOption } from '#controls/shared/column-options.ts'
import { t } from '#core/text/t.ts'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { Field } from '#ui/base/Field.tsx'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Slider } from '#ui/input/Slider.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'

export interface ItemFieldsProps {
  readonly item: Item
  readonly fields: readonly ItemField[]
  readonly errors: Readonly<Record<string, string>>
  readonly context: ControlContext
  readonly onChange: (name: string, value: unknown) => void
}

interface InputProps {
  readonly field: ItemField
  readonly value: unknown
  readonly error: string | undefined
  readonly context: ControlContext
  readonly onChange: (value: unknown) => void
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function texts(field: ItemField, error: string | undefined) {
  return {
    label: t(field.label),
    hint: field.description === undefined ? undefined : t(field.description),
    error,
    isRequired: field.required === true,
  }
}

/** A single choice, from given options or columns of the dataset. */
function ChoiceInput({ field, value, error, context, onChange }: InputProps) {
  const shared = texts(field, error)
  if (field.kind === 'column') {
    const columns = context.dataset.columns.map(columnOption)
    const clear = { isClearable: !field.required, onClear: () => onChange(undefined) }
    return (
      <Select
        {...shared}
        {...clear}
        options={columns}
        value={textOf(value) || undefined}
        onChange={onChange}
        placeholder={t('Select a column')}
        isSearchable
      />
    )
  }
  const options = (field.choices ?? []).map((choice) => ({ value: choice.value, label: t(choice.label) }))
  const chosen = options.find((option) => option.value === (value ?? field.fallback))
  if (!field.isFreeForm)
    return <Select {...shared} options={options} value={chosen?.value} onChange={onChange} placeholder={t('Select')} />
  const own = typeof value === 'string' ? [value] : []
  return (
    <MultiSelect
      {...shared}
      options={options}
      value={chosen ? [chosen.value] : own}
      onChange={(next) => onChange(next.at(-1))}
      isSingle
      isFreeForm
    />
  )
}

/** The two limits of a range. */
function BoundsInput({ field, value, error, onChange }: InputProps) {
  const [low, high] = Array.isArray(value) ? (value as readonly unknown[]) : [null, null]
  const shared = texts(field, error)
  return (
    <Field {...shared}>
      <Inline gap={2}>
        <TextField
          ariaLabel={`${shared.label}: ${t('Min')}`}
          placeholder={t('Min')}
          value={textOf(low)}
          onChange={(text) => onChange([text, high])}
        />
        <TextField
          ariaLabel={`${shared.label}: ${t('Max')}`}
          placeholder={t('Max')}
          value={textOf(high)}
          onChange={(text) => onChange([low, text])}
        />
      </Inline>
    </Field>
  )
}

function FieldInput(props: InputProps) {
  const { field, value, error, onChange } = props
  switch (field.kind) {
    case 'toggle':
      return (
        <Checkbox isSelected={(value ?? field.fallback) === true} onChange={onChange} description={error}>
          {t(field.label)}
        </Checkbox>
      )
    case 'slider':
      return (
        <Slider
          {...texts(field, error)}
          value={typeof value === 'number' ? value : (field.min ?? 0)}
          onChange={onChange}
          min={field.min ?? 0}
          max={field.max ?? 100}
        />
      )
    case 'bounds':
      return <BoundsInput {...props} />
    case 'choice':
    case 'column':
      return <ChoiceInput {...props} />
    default:
      return <TextField {...texts(field, error)} value={textOf(value)} onChange={onChange} />
  }
}

/** The inputs of an item's fields, with their messages. */
export function ItemFields({ item, fields, errors, context, onChange }: ItemFieldsProps) {
  return visibleFields(item, fields).map((field) => (
    <FieldInput
      key={field.name}
      field={field}
      value={item[field.name]}
      error={errors[field.name]}
      context={context}
      onChange={(value) => onChange(field.name, value)}
    />
  ))
}
