import { useEffect, useRef } from 'react'
import {
  filterSetDifferences,
  isFilterSetApplied,
  filterSetContents,
  masksOfFilterSet,
  setParts,
} from '../filters/filter-sets.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import styles from './filter-sets.module.css'
import { useSetEntries } from './use-set-entries.ts'
import type { FilterSets } from './use-filter-sets.ts'
import type { FilterSetResponse } from '#core/rest/filter-set.ts'
import { t } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import { Icon } from '#ui/base/Icon.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { classNames } from '#ui/tokens/class-names.ts'

interface Props {
  readonly set: FilterSetResponse
  readonly filterSets: FilterSets
  readonly isChosen: boolean
  /** True for the set that was just created: it gets the focus, because its form no longer exists. */
  readonly isCreated: boolean
  readonly onChoose: () => void
  readonly onEdit: () => void
}

/** The contents of a set, filter by filter; invalid members are struck through. */
function Parts({ set, isChosen }: Pick<Props, 'set' | 'isChosen'>) {
  const filters = useDashboard((state) => state.filters)
  const masks = useDashboard((state) => state.masks)
  const datasets = useDashboard((state) => state.datasets)
  const params = filterSetContents(set)
  const others = isChosen
    ? new Map(filterSetDifferences(params, { filters, masks, datasets }).map((each) => [each.id, each.now]))
    : new Map<string, string>()
  return (
    <ul className={styles['parts']}>
      {setParts(params, filters, datasets).map(({ id, name, words, isInvalid }) => (
        <li
          key={id}
          className={classNames(isInvalid && styles['invalid'])}
          title={isInvalid ? t('This filter was deleted or applies to another column') : undefined}
        >
          <span>{name}</span> <b>{words || t('any')}</b>
          {others.has(id) && <span className={styles['quiet']}> · {t('now %s', others.get(id) || t('any'))}</span>}
        </li>
      ))}
    </ul>
  )
}

/** One filter set. A press loads its values into the filter bar, to be applied. */
export function FilterSetCard(props: Props) {
  const { set, isChosen, isCreated, onChoose } = props
  const button = useRef<HTMLButtonElement>(null)
  const store = useDashboardStore()
  const filters = useDashboard((state) => state.filters)
  const masks = useDashboard((state) => state.masks)
  const isDefault = useDashboard(({ info }) => info.metadata['default_filter_set'] === set.id)
  const entries = useSetEntries(props)
  useEffect(() => {
    if (isCreated) button.current?.focus()
  }, [isCreated])
  const isApplied = isFilterSetApplied(filterSetContents(set), filters, masks)
  const choose = () => {
    onChoose()
    store.setState((state) => ({ selected: masksOfFilterSet(filterSetContents(set), state.filters, state.selected) }))
  }
  return (
    <li className={styles['set']} data-chosen={isChosen || undefined}>
      <div className={styles['head']}>
        <button ref={button} type="button" className={styles['choose']} aria-pressed={isChosen} onClick={choose}>
          {isApplied && <Icon name="check" size={14} tone="good" label={t('Applied')} />}
          <span className={styles['name']}>{set.name}</span>
        </button>
        {isDefault && <Badge tone="accent">{t('Default')}</Badge>}
        {set.owner_type === 'User' && <Badge>{t('Personal')}</Badge>}
        <Menu
          label={t('Options for %s', set.name)}
          trigger={<IconButton icon="more" size="sm" label={t('Options for %s', set.name)} />}
          items={entries}
        />
      </div>
      <Parts set={set} isChosen={isChosen} />
    </li>
  )
}
