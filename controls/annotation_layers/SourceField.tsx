import { useState } from 'react'
import { useChosen, useSources } from './use-sources.tsx'
import { type AnnotationLayer, withValue } from '#core/annotation/layer.ts'
import { t } from '#core/text/t.ts'
import { Select } from '#ui/input/Select.tsx'

export interface SourceFieldProps {
  readonly layer: AnnotationLayer
  readonly onChange: (layer: AnnotationLayer) => void
}

/** The annotation layer or chart that a layer uses, searchable by name. */
export function SourceField({ layer, onChange }: SourceFieldProps) {
  const [search, setSearch] = useState('')
  const { values, isLoading } = useSources(layer.sourceType, search)
  const chosen = useChosen(layer)
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
      placeholder={t('Choose')}
    />
  )
}
