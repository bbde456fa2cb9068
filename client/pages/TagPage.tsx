import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { fetchResource } from '#calls/resources.ts'
import {
  type TaggedObjectResponse,
  type TaggedObjectsPage,
  fetchTaggedObjects,
  TAGGED_OBJECTS_PAGE,
  type TaggedKind,
} from '#calls/tags.ts'
import { TagDialog } from '#client/lists/TagDialog.tsx'
import type { TagResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import { phoneColumns, type TableColumn } from '#ui/display/table-column.ts'
import { Button } from '#ui/base/Button.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'

const kinds = (): readonly { readonly kind: TaggedKind; readonly title: string }[] => [
  { kind: 'dashboard', title: t('Dashboards') },
  { kind: 'chart', title: t('Charts') },
  { kind: 'dataset', title: t('Datasets') },
  { kind: 'query', title: t('Saved queries') },
]

/** Returns the current URL of an entity's page. */
const hrefOf = ({ url }: TaggedObjectResponse) => url.replace('/superset/dashboard/', '/dashboard/')

const columns = (): readonly TableColumn<TaggedObjectResponse>[] => [
  {
    id: 'name',
    title: t('Name'),
    cell: (row) => (
      <TextLink href={hrefOf(row)} isQuiet>
        {row.name || t('[ untitled ]')}
      </TextLink>
    ),
  },
  {
    id: 'tags',
    title: t('Tags'),
    width: 260,
    cell: ({ tags }) => tags.map(({ name }) => name).join(', '),
  },
  { id: 'creator', title: t('Created by'), width: 180, isWideOnly: true, cell: ({ creator }) => creator },
]

/** The entities with the tag, by type. */
function Carriers({ pages }: { readonly pages: readonly TaggedObjectsPage[] }) {
  const isNarrow = useIsNarrow()
  const counts = pages[0]?.counts ?? {}
  // An entity that changes while pages load may occur on two of them.
  const rows = [...new Map(pages.flatMap(({ result }) => result).map((row) => [`${row.type} ${row.id}`, row])).values()]
  if (rows.length === 0)
    return (
      <EmptyState
        size="lg"
        icon="tag"
        title={t('Nothing carries this tag')}
        text={t('Tags are given in lists, by Bulk select, and in the properties of dashboards and charts.')}
      />
    )
  return (
    <Stack gap={4}>
      {kinds().map(({ kind, title }) => {
        const found = rows.filter(({ type }) => type === kind)
        if (found.length === 0) return null
        return (
          <Section key={kind} title={`${title} (${counts[kind] ?? found.length})`} level={2}>
            <Table<TaggedObjectResponse>
              label={title}
              rows={found}
              rowKey={({ id }) => String(id)}
              columns={isNarrow ? phoneColumns(columns()) : columns()}
            />
          </Section>
        )
      })}
    </Stack>
  )
}

/** `/tag/objects?id=`: all entities with a tag that the user can find in lists. */
export default function TagPage() {
  const { id = '' }: { readonly id?: string } = useSearch({ strict: false })
  const [isEditing, setEditing] = useState(false)
  const tag = useQuery({
    queryKey: ['tag', id],
    queryFn: ({ signal }) => fetchResource<TagResponse>('tag', id, signal),
    retry: false,
  })
  const carriers = useInfiniteQuery({
    queryKey: ['list', 'tag', 'carriers', id],
    queryFn: ({ pageParam, signal }) => fetchTaggedObjects(Number(id), pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ counts }, _, page) =>
      Object.values(counts).some((count) => count > (page + 1) * TAGGED_OBJECTS_PAGE) ? page + 1 : undefined,
    enabled: tag.isSuccess,
  })
  const error = tag.error ?? carriers.error
  const actions = (
    <>
      <LinkButton href="/tag/list">{t('Tags')}</LinkButton>
      {tag.data?.abilities?.can_write === true && (
        <Button isWrite icon="edit" onPress={() => setEditing(true)}>
          {t('Edit')}
        </Button>
      )}
    </>
  )
  return (
    <Page
      padding="list"
      header={<PageHeader title={tag.data?.name ?? t('Tag')} meta={tag.data?.description} actions={actions} />}
    >
      {error ? (
        <ErrorPanel
          title={t('The tag cannot be shown')}
          text={error.message}
          actions={<Button onPress={() => void (tag.error ? tag : carriers).refetch()}>{t('Try again')}</Button>}
        />
      ) : (
        carriers.data && (
          <Stack gap={4}>
            <Carriers pages={carriers.data.pages} />
            {carriers.hasNextPage && (
              <div>
                <Button isPending={carriers.isFetchingNextPage} onPress={() => void carriers.fetchNextPage()}>
                  {t('Show more')}
                </Button>
              </div>
            )}
          </Stack>
        )
      )}
      {isEditing && tag.data && <TagDialog tag={tag.data} onClose={() => setEditing(false)} />}
    </Page>
  )
}
