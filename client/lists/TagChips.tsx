import type { TagReference } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Chip } from '#ui/display/Chip.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import styles from './TagChips.module.css'
import { canFilterByTag } from './list-filter.ts'
import { useListState } from './list-state.ts'

interface TaggedRow {
  readonly tags?: readonly TagReference[]
}

/** The number of tags shown in a row; the others are counted. */
const MAX_CHIPS = 3
const NONE: readonly TagReference[] = []

/** The tags of a row; a press filters the list by the tag. */
export function TagChips({ tags = NONE, name }: { readonly tags: TaggedRow['tags']; readonly name: string }) {
  const [state, change] = useListState()
  if (tags.length === 0) return null
  const rest = tags.slice(MAX_CHIPS)
  const narrow = (id: number) => change({ filters: { ...state.filters, tag: String(id) } })
  return (
    <span role="group" aria-label={t('Tags of %s', name)} className={styles['tags']}>
      {tags.slice(0, MAX_CHIPS).map((tag) => (
        <Chip key={tag.id} size="sm" onPress={canFilterByTag() ? () => narrow(tag.id) : undefined}>
          {tag.name}
        </Chip>
      ))}
      {rest.length > 0 && (
        <span className={styles['rest']} title={rest.map((tag) => tag.name).join(', ')}>
          {t('+%s', rest.length)}
        </span>
      )}
    </span>
  )
}

/** The column with the tags of each row. */
export function tagsColumn<R extends TaggedRow>(nameOf: (row: R) => string): TableColumn<R> {
  return {
    id: 'tags',
    title: t('Tags'),
    width: 160,
    isEmpty: ({ tags = NONE }) => tags.length === 0,
    cell: (row) => <TagChips tags={row.tags} name={nameOf(row)} />,
  }
}
