import { type KeyboardEvent, useEffect, useRef } from 'react'
import {
  withAddedFilter,
  withMovedFilter,
  newDivider,
  newFilter,
  withoutFilter,
  withFilterMarkedRemoved,
  withRestoredFilter,
  UNDO_MS,
} from '../filters/filter-draft.ts'
import type { FilterDraft } from '../filters/filter-draft.ts'
import { filterProblems } from '../filters/filter-problems.ts'
import { mostUsedDataset } from '../filters/filter-targets.ts'
import { useDashboardStore } from '../state/store.ts'
import styles from './filter-config.module.css'
import type { ChangeDraft } from './use-filter-draft.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { t } from '#core/text/t.ts'
import { Icon } from '#ui/base/Icon.tsx'
import { useDraggable } from '#ui/drag/use-draggable.ts'
import { useDropZone } from '#ui/drag/use-drop-zone.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { announce } from '#ui/base/announce.ts'
import { classNames } from '#ui/tokens/class-names.ts'

interface Props {
  readonly draft: FilterDraft
  readonly change: ChangeDraft
  /** Called when a filter was selected or added. */
  readonly onOpen?: (() => void) | undefined
}

interface CarriedFilter {
  readonly filterId: string
}

const nameOf = (filter: FilterConfig) =>
  filter.type === 'DIVIDER' ? filter.title || t('[untitled divider]') : filter.name || t('[untitled filter]')

/** A removed filter. It can be restored until a timeout expires. */
function Removed({ id, name, change }: { readonly id: string; readonly name: string; readonly change: ChangeDraft }) {
  useEffect(() => {
    const timer = setTimeout(() => change((draft) => withoutFilter(draft, id)), UNDO_MS)
    return () => clearTimeout(timer)
  }, [id, change])
  return (
    <>
      <span className={styles['open']}>
        <span className={styles['name']}>{t('(Removed) %s', name)}</span>
      </span>
      <Button
        size="sm"
        variant="quiet"
        ariaLabel={t('Undo the removal of %s', name)}
        onPress={() => change((draft) => withRestoredFilter(draft, id))}
      >
        {t('Undo?')}
      </Button>
    </>
  )
}

type EntryProps = Props & { readonly filter: FilterConfig; readonly at: number }

/** Handles drags of list entries. */
function useMoves({ filter, at, draft, change }: EntryProps) {
  const row = useRef<HTMLLIElement>(null)
  useDraggable(row, (): CarriedFilter => ({ filterId: filter.id }))
  const isBelow = (y: number) => {
    const box = row.current?.getBoundingClientRect()
    return box !== undefined && y > box.top + box.height / 2
  }
  const move = (id: string, to: number) => {
    change((now) => withMovedFilter(now, id, to))
    announce(t('%s, place %s of %s', nameOf(filter), to + 1, draft.filters.length))
  }
  const hover = useDropZone<CarriedFilter>(row, {
    read: (carried) =>
      (carried as CarriedFilter | undefined)?.filterId !== undefined ? (carried as CarriedFilter) : undefined,
    onDrop: ({ filterId }, y) => {
      const from = draft.filters.findIndex((each) => each.id === filterId)
      const index = at + (isBelow(y) ? 1 : 0)
      move(filterId, from < index ? index - 1 : index)
    },
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(filter.id, Math.min(Math.max(0, at + (event.key === 'ArrowUp' ? -1 : 1)), draft.filters.length - 1))
  }
  const over = hover !== null && hover.carried.filterId !== filter.id ? hover.y : null
  const mark = over === null ? undefined : isBelow(over) ? 'after' : 'before'
  return { row, onKeyDown, mark }
}

/** A filter in the list: select, drag, remove. */
function Present({ filter, draft, change, onOpen }: EntryProps) {
  const name = nameOf(filter)
  const isWrong = Object.keys(filterProblems(draft, filter)).length > 0
  return (
    <>
      <span className={styles['handle']} aria-hidden="true">
        <Icon name="drag" size={14} />
      </span>
      <button
        type="button"
        className={styles['open']}
        aria-current={draft.selected === filter.id || undefined}
        title={t('Drag, or press Alt with an arrow key, to move it')}
        onClick={() => {
          change((now) => ({ ...now, selected: filter.id }))
          onOpen?.()
        }}
      >
        <span className={styles['name']}>{name}</span>
        {isWrong && <Icon name="warning" tone="danger" size={14} label={t('Something is missing')} />}
      </button>
      <IconButton
        icon="trash"
        size="sm"
        label={t('Remove %s', name)}
        onPress={() => change((now) => withFilterMarkedRemoved(now, filter.id))}
      />
    </>
  )
}

function Entry(props: EntryProps) {
  const { filter, draft, change } = props
  const { row, onKeyDown, mark } = useMoves(props)
  const isRemoved = draft.removing.includes(filter.id)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button in it has focus; keys bubble up to here
    <li
      ref={row}
      className={classNames(
        styles['entry'],
        filter.type === 'DIVIDER' && styles['divider'],
        isRemoved && styles['gone'],
      )}
      data-selected={draft.selected === filter.id || undefined}
      data-before={mark === 'before' || undefined}
      data-after={mark === 'after' || undefined}
      onKeyDown={onKeyDown}
    >
      {isRemoved ? <Removed id={filter.id} name={nameOf(filter)} change={change} /> : <Present {...props} />}
    </li>
  )
}

/** The filters and dividers in the order of the bar: select, add, move, remove. */
export function FilterEntries({ draft, change, onOpen }: Props) {
  const store = useDashboardStore()
  const suffix = () => crypto.randomUUID().slice(0, 9)
  const addFilter = () => {
    const { datasetId, others } = mostUsedDataset(store.getState())
    change((now) => withAddedFilter(now, newFilter(suffix(), datasetId, others)))
    onOpen?.()
  }
  const addDivider = () => {
    change((now) => withAddedFilter(now, newDivider(suffix())))
    onOpen?.()
  }
  return (
    <div className={styles['entries']}>
      <div className={styles['adds']}>
        <Button size="sm" icon="plus" onPress={addFilter}>
          {t('Add filter')}
        </Button>
        <Button size="sm" icon="divider" onPress={addDivider}>
          {t('Add divider')}
        </Button>
      </div>
      <ul className={styles['list']} aria-label={t('Filters and dividers')}>
        {draft.filters.map((filter, index) => (
          <Entry key={filter.id} filter={filter} at={index} draft={draft} change={change} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  )
}
