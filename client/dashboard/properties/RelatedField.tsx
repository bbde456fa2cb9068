import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { relatedOf } from '#calls/resources.ts'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'

interface Props {
  readonly label: string
  readonly field: 'owners' | 'roles'
  readonly known: readonly { readonly value: number; readonly label: string }[]
  readonly value: readonly number[]
  readonly onChange: (value: readonly number[]) => void
  readonly description?: string | undefined
  readonly error?: string | undefined
}

/** Other things a dashboard names, found by a part of their names. */
export function RelatedField({ label, field, known, value, onChange, description, error }: Props) {
  const [search, setSearch] = useState('')
  const found = useQuery({
    queryKey: ['related', 'dashboard', field, search],
    queryFn: ({ signal }) => relatedOf('dashboard', field, search, signal),
  })
  const more = (found.data ?? []).map((each) => ({ value: Number(each.value), label: each.text }))
  return (
    <MultiSelect<number>
      label={label}
      description={description}
      error={error ?? found.error?.message}
      options={[...known, ...more.filter((each) => !known.some(({ value: id }) => id === each.value))]}
      value={[...value]}
      onChange={onChange}
      onSearch={setSearch}
      isLoading={found.isFetching}
    />
  )
}
