import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchRelated, type ResourceName } from '#calls/resources.ts'
import type { ListFilter } from './list-filter.ts'
import { useListState } from './list-state.ts'
import { Select } from '#ui/input/Select.tsx'

interface OneProps {
  readonly filter: ListFilter
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

function Choice({ filter, value, onChange, ...more }: OneProps & Partial<Parameters<typeof Select<string>>[0]>) {
  return (
    <Select<string>
      ariaLabel={filter.label}
      placeholder={filter.label}
      size="sm"
      variant="quiet"
      isClearable
      options={filter.options ?? []}
      {...more}
      value={value}
      onChange={onChange}
      onClear={() => onChange(undefined)}
    />
  )
}

/** A select with values from the server that match the typed text; always includes the selected value. */
function RelatedChoice({
  name,
  related,
  ...one
}: OneProps & { readonly name: ResourceName; readonly related: string }) {
  const [search, setSearch] = useState('')
  const [isOpened, setOpened] = useState(false)
  const { value } = one
  const found = useQuery({
    queryKey: ['related', name, related, search, value],
    queryFn: ({ signal }) => fetchRelated(name, related, search, signal, value === undefined ? [] : [Number(value)]),
    placeholderData: keepPreviousData,
    enabled: isOpened || value !== undefined,
  })
  const options = (found.data ?? []).map((each) => ({ value: String(each.value), label: each.text }))
  return (
    <Choice
      {...one}
      options={options}
      isSearchable
      onSearch={setSearch}
      isLoading={isOpened && found.isFetching}
      onOpenChange={(isOpen) => isOpen && setOpened(true)}
    />
  )
}

/** The filters of a list in a row; their values are stored in the URL. */
export function ListFilters({
  name,
  filters,
}: {
  readonly name: ResourceName
  readonly filters: readonly ListFilter[]
}) {
  const [state, change] = useListState()
  return filters.map((filter) => {
    const one: OneProps = {
      filter,
      value: state.filters[filter.id],
      onChange: (value) => {
        const { [filter.id]: _, ...others } = state.filters
        change({ filters: value === undefined ? others : { ...others, [filter.id]: value } })
      },
    }
    return filter.related ? (
      <RelatedChoice key={filter.id} name={name} related={filter.related} {...one} />
    ) : (
      <Choice key={filter.id} {...one} />
    )
  })
}
