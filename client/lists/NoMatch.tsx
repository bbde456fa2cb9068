import { useQuery } from '@tanstack/react-query'
import { listResource } from '#calls/resources.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/base/Button.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import { closestName } from './closest-name.ts'
import type { ResourceListProps } from './list-props.ts'
import { useListState } from './list-state.ts'
import type { Row } from './use-resource-list.ts'

/** The number of last changed rows that are searched for a similar name. */
const LOOKED_AT = 200

/** Returns the row whose name is most similar to a search without results. */
function useClosest<R extends Row>({ name, nameOf }: ResourceListProps<R>, search: string): R | undefined {
  const rows = useQuery({
    queryKey: ['list', name, 'closest', LOOKED_AT],
    queryFn: ({ signal }) => listResource<R>(name, { page: 0, page_size: LOOKED_AT }, signal),
    enabled: search !== '',
    retry: false,
  })
  const known = rows.data?.result ?? []
  const closest = closestName(search, known.map(nameOf))
  return known.find((row) => nameOf(row) === closest)
}

/** The empty state of a search: a suggestion for a similar name, and a button to clear the search. */
export function NoMatchMessage<R extends Row>({ list }: { readonly list: ResourceListProps<R> }) {
  const [{ search, filters }, change] = useListState()
  const isFiltered = Object.keys(filters).length > 0
  const closest = useClosest(list, isFiltered ? '' : search)
  const href = closest && list.card?.hrefOf(closest)
  return (
    <EmptyState
      size="lg"
      icon="search"
      title={search ? t('Nothing matches “%s”', search) : t('Nothing matches the filters')}
      text={
        closest && (
          <>
            {t('The closest name is')}{' '}
            {href === undefined ? (
              <Button variant="quiet" size="sm" onPress={() => change({ search: list.nameOf(closest) })}>
                {list.nameOf(closest)}
              </Button>
            ) : (
              <TextLink href={href} isUnderlined>
                {list.nameOf(closest)}
              </TextLink>
            )}
          </>
        )
      }
      actions={
        <Button onPress={() => change({ search: '', filters: {} })}>
          {isFiltered ? t('Clear the filters') : t('Clear the search')}
        </Button>
      }
    />
  )
}
