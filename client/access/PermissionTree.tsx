import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchObjectPermissions, fetchPermissionPairs } from '#calls/security.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { type Pair, pairKey, pairOfObject, type PermissionGroup, permissionGroups } from './permission-groups.ts'

interface Props {
  readonly value: readonly Pair[]
  readonly onChange: (value: readonly Pair[]) => void
  readonly isDisabled: boolean
}

/** Fetches the permissions of the product, and those on the databases, schemas and datasets that match the search. */
function usePermissionPairs(search: string) {
  const product = useQuery({
    queryKey: ['permission pairs'],
    queryFn: ({ signal }) => fetchPermissionPairs(signal),
  })
  const objects = useQuery({
    queryKey: ['object permissions', search],
    queryFn: ({ signal }) => fetchObjectPermissions(search, signal),
  })
  return {
    pairs: [...(product.data ?? []), ...(objects.data?.result ?? []).map(pairOfObject)],
    isTruncated: objects.data?.is_truncated ?? false,
    problem: product.error?.message ?? objects.error?.message,
  }
}

interface GroupProps extends Props {
  readonly group: PermissionGroup
  readonly isOpen: boolean
}

function Group({ group, isOpen, value, onChange, isDisabled }: GroupProps) {
  const currentPairs = new Set(value.map(pairKey))
  const count = group.lines.filter(({ key }) => currentPairs.has(key)).length
  return (
    <Section
      // A search opens every group that has a match.
      key={String(isOpen)}
      title={t('%s (%s of %s)', group.title, count, group.lines.length)}
      defaultOpen={isOpen}
    >
      <Stack gap={1}>
        {group.lines.map(({ key, pair, text }) => (
          <Checkbox
            key={key}
            isSelected={currentPairs.has(key)}
            isDisabled={isDisabled}
            onChange={(isSelected) =>
              onChange(isSelected ? [...value, pair] : value.filter((each) => pairKey(each) !== key))
            }
          >
            {text}
          </Checkbox>
        ))}
      </Stack>
    </Section>
  )
}

/** Selects permissions, in words and searchable, in groups that open and close. */
export function PermissionTree({ value, onChange, isDisabled }: Props) {
  const [search, setSearch] = useState('')
  const { pairs, isTruncated, problem } = usePermissionPairs(search)
  const groups = permissionGroups([...pairs, ...value], search)
  return (
    <Stack gap={2}>
      <SearchField
        label={t('Search permissions')}
        placeholder={t('Search permissions, databases and datasets')}
        delay={300}
        value={search}
        onChange={setSearch}
      />
      {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
      {groups.map((group) => (
        <Group
          key={group.title}
          group={group}
          isOpen={search.trim() !== ''}
          value={value}
          onChange={onChange}
          isDisabled={isDisabled}
        />
      ))}
      {groups.length === 0 && <p>{t('No permission matches "%s"', search)}</p>}
      {isTruncated && <p>{t('More databases and datasets match. Search by name to see them.')}</p>}
    </Stack>
  )
}
