import { t } from '#core/text/t.ts'
import { SegmentedControl } from '#ui/input/SegmentedControl.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import type { ResourceListProps } from './list-props.ts'
import { useListState } from './list-state.ts'
import type { ListView } from './list-view.ts'
import type { Row } from './use-resource-list.ts'
import styles from './ViewTools.module.css'

/** Returns the sort orders of cards, which have no column headers: both directions of each sortable column. */
function orders<R extends Row>({ columns }: ResourceListProps<R>) {
  return columns.flatMap(({ id, title, isSortable }) =>
    isSortable
      ? [
          { value: `${id} desc`, label: t('%s, last first', title) },
          { value: `${id} asc`, label: t('%s, first first', title) },
        ]
      : [],
  )
}

interface Props<R extends Row> {
  readonly list: ResourceListProps<R>
  readonly view: ListView
  readonly onView: (view: ListView) => void
}

/** Switches between list and cards, and sorts the cards. */
export function ViewTools<R extends Row>({ list, view, onView }: Props<R>) {
  const [state, change] = useListState()
  return (
    <div className={styles['end']}>
      <Inline gap={2}>
        {view === 'cards' && (
          <Select<string>
            ariaLabel={t('Order')}
            size="sm"
            variant="quiet"
            options={orders(list)}
            value={`${state.order} ${state.isDescending ? 'desc' : 'asc'}`}
            onChange={(next) => {
              const [order = '', direction] = next.split(' ')
              change({ order, isDescending: direction === 'desc' })
            }}
          />
        )}
        <SegmentedControl<ListView>
          label={t('View')}
          size="sm"
          options={[
            { value: 'cards', label: t('Cards'), icon: 'cards', isIconOnly: true },
            { value: 'list', label: t('List'), icon: 'list', isIconOnly: true },
          ]}
          value={view}
          onChange={onView}
        />
      </Inline>
    </div>
  )
}
