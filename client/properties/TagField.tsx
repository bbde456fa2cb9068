import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchRelated, type ResourceName } from '#calls/resources.ts'
import type { TagReference } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'
import { mayTag } from './may-tag.ts'

interface Props {
  /** The entity type. */
  readonly of: ResourceName
  readonly value: readonly TagReference[]
  /** A tag to be created has the id 0. */
  readonly onChange: (value: readonly TagReference[]) => void
  readonly label?: string | undefined
  readonly description?: string | undefined
  readonly error?: string | undefined
}

const MAX_LENGTH = 250

/** Returns the typed tag name; undefined if it is not a valid name. */
const tagNameOf = (text: string): string | undefined => {
  const name = text.trim()
  return name === '' || name.length > MAX_LENGTH || /[:,\p{Cc}]/u.test(name) ? undefined : name
}

/** Selects the tags of an entity by name; new tags are created on save. */
export function TagField({ of, value, onChange, label, description, error }: Props) {
  const [search, setSearch] = useState('')
  const found = useQuery({
    queryKey: ['related', of, 'tags', search],
    queryFn: ({ signal }) => fetchRelated(of, 'tags', search, signal),
  })
  // A removed tag can be selected again.
  const [had] = useState(value)
  const more = (found.data ?? []).map((each): TagReference => ({ id: Number(each.value), name: each.text }))
  const all = new Map([...more, ...had, ...value].map((each) => [each.name, each]))
  return (
    <MultiSelect<string>
      label={label ?? t('Tags')}
      description={description}
      error={error ?? found.error?.message}
      placeholder={t('Select tags or type new ones')}
      options={[...all.keys()].map((name) => ({ value: name, label: name }))}
      value={value.map(({ name }) => name)}
      onChange={(names) => onChange(names.map((name) => all.get(name) ?? { id: 0, name }))}
      isFreeForm
      parse={tagNameOf}
      onSearch={setSearch}
      isLoading={found.isFetching}
      isDisabled={!mayTag()}
    />
  )
}
