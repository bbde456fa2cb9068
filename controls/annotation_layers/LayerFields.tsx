import { sourceChoices } from './source.ts'
import { useColumns, useSources, useSelectedSource } from './use-sources.tsx'
import { type AnnotationLayer, type AnnotationType, withType, withValue } from '#core/annotation/layer.ts'
import { t } from '#core/text/t.ts'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'
import { Select } from '#ui/input/Select.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { useState } from 'react'

interface SourceFieldProps {
  readonly layer: AnnotationLayer
  readonly onChange: (layer: AnnotationLayer) => void
}

/** The annotation layer or chart that a layer uses, searchable by name. */
function SourceField({ layer, onChange }: SourceFieldProps) {
  const [search, setSearch] = useState('')
  const { values, isLoading } = useSources(layer.sourceType, search)
  const chosen = useSelectedSource(layer)
  const isListed = chosen === undefined || values.some(({ id }) => id === chosen.id)
  const offered = isListed || search !== '' ? values : [...values, chosen]
  return (
    <Select
      label={layer.sourceType === 'NATIVE' ? t('Annotation layer') : t('Chart')}
      isRequired
      options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      value={typeof layer.value === 'number' ? layer.value : undefined}
      onChange={(value) => onChange(withValue(layer, value))}
      isLoading={isLoading}
      isSearchable
      onSearch={setSearch}
      onOpenChange={() => setSearch('')}
      placeholder={t('Select')}
    />
  )
}

export interface LayerPartProps {
  readonly layer: AnnotationLayer
  readonly onChange: (layer: AnnotationLayer) => void
}

interface ConfigurationProps extends LayerPartProps {
  readonly types: readonly { readonly value: string; readonly label: string }[]
}

/** The type and source of a layer. */
export function LayerConfiguration({ layer, types, onChange }: ConfigurationProps) {
  const sources = sourceChoices(layer.annotationType)
  return (
    <>
      <TextField label={t('Name')} isRequired value={layer.name} onChange={(name) => onChange({ ...layer, name })} />
      <Checkbox isSelected={!layer.show} onChange={(isHidden) => onChange({ ...layer, show: !isHidden })}>
        {t('Hide layer')}
      </Checkbox>
      <Select
        label={t('Annotation layer type')}
        isRequired
        options={types.map((type) => ({ value: type.value, label: t(type.label) }))}
        value={layer.annotationType}
        onChange={(type) => onChange(withType(layer, type as AnnotationType))}
      />
      {sources.length > 0 && (
        <Select
          label={t('Annotation source')}
          isRequired
          options={sources.map((source) => ({ value: String(source.value), label: t(source.label) }))}
          value={layer.sourceType || undefined}
          onChange={(sourceType) => onChange(withValue({ ...layer, sourceType }, null))}
          placeholder={t('Select')}
        />
      )}
      {layer.annotationType === 'FORMULA' && (
        <TextField
          label={t('Formula')}
          hint={t('Expects a formula with depending time parameter x, in milliseconds since the epoch.')}
          isRequired
          isCode
          value={String(layer.value ?? '')}
          onChange={(value) => onChange(withValue(layer, value))}
        />
      )}
      {sources.length > 0 && layer.sourceType !== '' && <SourceField layer={layer} onChange={onChange} />}
    </>
  )
}

/** The chart columns that define annotations, and the overrides of the chart's query. */
export function SliceConfiguration({ layer, onChange }: LayerPartProps) {
  const { values, isLoading } = useColumns(layer)
  if (layer.annotationType === 'FORMULA' || layer.sourceType === 'NATIVE' || typeof layer.value !== 'number')
    return null
  const options = values.map((name) => ({ value: name, label: name }))
  const column = (key: 'timeColumn' | 'intervalEndColumn' | 'titleColumn', label: string, isRequired: boolean) => (
    <Select
      label={label}
      isRequired={isRequired}
      options={options}
      value={layer[key] ?? undefined}
      onChange={(name) => onChange({ ...layer, [key]: name })}
      isClearable={!isRequired}
      onClear={() => onChange({ ...layer, [key]: null })}
      isLoading={isLoading}
      placeholder={t('Select a column')}
    />
  )
  const { overrides = {} } = layer
  const inherits = (key: 'time_range' | 'time_grain_sqla') => Object.hasOwn(overrides, key)
  const inherit = (key: 'time_range' | 'time_grain_sqla', isOn: boolean) => {
    const { [key]: _, ...rest } = overrides
    onChange({ ...layer, overrides: isOn ? { ...rest, [key]: null } : rest })
  }
  const isSeries = layer.annotationType === 'TIME_SERIES'
  const isInterval = layer.annotationType === 'INTERVAL'
  return (
    <>
      {!isSeries && column('timeColumn', isInterval ? t('Interval start column') : t('Event time column'), true)}
      {isInterval && column('intervalEndColumn', t('Interval End column'), true)}
      {!isSeries && column('titleColumn', t('Title Column'), false)}
      {!isSeries && (
        <MultiSelect
          label={t('Description Columns')}
          options={options}
          value={layer.descriptionColumns ?? []}
          onChange={(descriptionColumns) => onChange({ ...layer, descriptionColumns })}
        />
      )}
      <Checkbox isSelected={inherits('time_range')} onChange={(isOn) => inherit('time_range', isOn)}>
        {t('Override time range')}
      </Checkbox>
      <Checkbox isSelected={inherits('time_grain_sqla')} onChange={(isOn) => inherit('time_grain_sqla', isOn)}>
        {t('Override time grain')}
      </Checkbox>
      <TextField
        label={t('Time Shift')}
        hint={t('A length of time in words, such as 24 hours, 7 days or 56 weeks')}
        value={overrides.time_shift ?? ''}
        onChange={(time_shift) => onChange({ ...layer, overrides: { ...overrides, time_shift } })}
      />
    </>
  )
}
