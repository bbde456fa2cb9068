import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchRelated, type ResourceName } from '#calls/resources.ts'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'

/** An entity selected by name and saved by id. */
export interface NamedEntity {
  readonly id: number
  readonly name: string
}

interface Props {
  readonly of: ResourceName
  readonly label: string
  readonly field: 'owners' | 'roles' | 'users' | 'tables'
  readonly value: readonly NamedEntity[]
  readonly onChange: (value: readonly NamedEntity[]) => void
  readonly description?: string | undefined
  readonly error?: string | undefined
  readonly isDisabled?: boolean | undefined
}

/** Selects related entities, searched by name. */
export function RelatedField({ of, label, field, value, onChange, description, error, isDisabled }: Props) {
  const [search, setSearch] = useState('')
  // A removed entity can be selected again under its previous name.
  const [had] = useState(value)
  const found = useQuery({
    queryKey: ['related', of, field, search],
    queryFn: ({ signal }) => fetchRelated(of, field, search, signal),
  })
  const more = (found.data ?? []).map((each) => ({ id: Number(each.value), name: each.text }))
  const all = new Map([...more, ...had, ...value].map((each) => [each.id, each]))
  return (
    <MultiSelect<number>
      label={label}
      description={description}
      error={error ?? found.error?.message}
      options={[...all.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={value.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.map((id) => all.get(id) ?? { id, name: String(id) }))}
      onSearch={setSearch}
      isLoading={found.isFetching}
      isDisabled={isDisabled}
    />
  )
}
