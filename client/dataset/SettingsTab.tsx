import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchRelated } from '#calls/resources.ts'
import { t } from '#core/text/t.ts'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'
import { NumberField } from '#ui/input/NumberField.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { CalendarFields } from '#client/properties/CalendarFields.tsx'
import { TagField } from '#client/properties/TagField.tsx'
import type { DatasetTabProps } from './edit-tab.ts'

function OwnersField({ dataset, edit, onChange }: DatasetTabProps) {
  const [search, setSearch] = useState('')
  const found = useQuery({
    queryKey: ['related', 'dataset', 'owners', search],
    queryFn: ({ signal }) => fetchRelated('dataset', 'owners', search, signal),
  })
  const known = (dataset.owners ?? []).map((owner) => ({
    value: owner.id,
    label: `${owner.first_name} ${owner.last_name}`,
  }))
  const more = (found.data ?? []).map(({ value, text }) => ({ value: Number(value), label: text }))
  const options = [...known, ...more.filter(({ value }) => !known.some((each) => each.value === value))]
  return (
    <MultiSelect<number>
      label={t('Owners')}
      options={options}
      value={edit.owners}
      onChange={(owners) => onChange({ owners: [...owners] })}
      onSearch={setSearch}
      isLoading={found.isFetching}
    />
  )
}

/** The settings stored as JSON. */
function JsonFields({ edit, onChange }: Pick<DatasetTabProps, 'edit' | 'onChange'>) {
  return (
    <>
      <CodeEditor
        label={t('Template parameters')}
        value={edit.template_params}
        onChange={(params) => onChange({ template_params: params })}
        language="json"
        maxLines={10}
      />
      <CodeEditor
        label={t('Extra')}
        value={edit.extra}
        onChange={(extra) => onChange({ extra })}
        language="json"
        maxLines={10}
      />
    </>
  )
}

/** Description, caching and ownership of the dataset. */
export function SettingsTab(props: DatasetTabProps) {
  const { edit, onChange, completions } = props
  return (
    <FormStack ariaLabel={t('Settings')}>
      <TextField
        label={t('Description')}
        value={edit.description}
        onChange={(description) => onChange({ description })}
        isMultiline
        rows={3}
      />
      <TextField
        label={t('Default URL')}
        description={t('Where the dataset list links to instead of Explore')}
        value={edit.default_endpoint}
        onChange={(endpoint) => onChange({ default_endpoint: endpoint })}
      />
      <Checkbox
        isSelected={edit.filter_select_enabled}
        onChange={(isOn) => onChange({ filter_select_enabled: isOn })}
        description={t('Suggest column values in Explore filters')}
      >
        {t('Autocomplete filters')}
      </Checkbox>
      <CodeEditor
        label={t('Autocomplete query predicate')}
        description={t('A condition for the query that reads these values')}
        value={edit.fetch_values_predicate}
        onChange={(predicate) => onChange({ fetch_values_predicate: predicate })}
        language="sql"
        minLines={2}
        maxLines={6}
        completions={completions}
      />
      <NumberField
        label={t('Cache timeout')}
        unit={t('seconds')}
        value={edit.cache_timeout}
        onChange={(seconds) => onChange({ cache_timeout: seconds })}
        min={-1}
      />
      <NumberField
        label={t('Hours offset')}
        unit={t('hours')}
        value={edit.offset}
        onChange={(hours) => onChange({ offset: hours })}
      />
      <CalendarFields extra={edit.extra} onChange={(extra) => onChange({ extra })} />
      <JsonFields edit={edit} onChange={onChange} />
      <OwnersField {...props} />
      {edit.tags && <TagField of="dataset" value={edit.tags} onChange={(tags) => onChange({ tags })} />}
    </FormStack>
  )
}
