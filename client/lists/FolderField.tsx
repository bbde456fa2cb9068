import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchRelated, type ResourceName } from '#calls/resources.ts'
import { t } from '#core/text/t.ts'
import { Select } from '#ui/input/Select.tsx'

/** The value of the option for no folder. */
const NONE = 0

interface Props {
  readonly label: string
  /** The resource that is moved, and its field that refers to folders. */
  readonly of: ResourceName
  readonly field: 'folder' | 'parent'
  /** The id of the folder; null for none, undefined before one is selected. */
  readonly value: number | null | undefined
  readonly onChange: (value: number | null) => void
  /** A folder that cannot be selected. */
  readonly except?: number | undefined
}

/** A select with the folders that the user sees, by path, and no folder. */
export function FolderField({ label, of, field, value, onChange, except }: Props) {
  const [search, setSearch] = useState('')
  const include = value ? [value] : []
  const found = useQuery({
    queryKey: ['related', of, field, search, value],
    queryFn: ({ signal }) => fetchRelated(of, field, search, signal, include),
    placeholderData: keepPreviousData,
    // A folder that was created a moment ago is offered too.
    staleTime: 0,
  })
  const options = (found.data ?? [])
    .map((each) => ({ value: Number(each.value), label: each.text }))
    .filter((each) => each.value !== except)
  return (
    <Select<number>
      label={label}
      placeholder={t('Select a folder')}
      options={[{ value: NONE, label: t('No folder') }, ...options]}
      value={value === null ? NONE : value}
      onChange={(id) => onChange(id === NONE ? null : id)}
      isSearchable
      onSearch={setSearch}
      isLoading={found.isFetching}
      error={found.error?.message}
    />
  )
}
