import { localNumber } from '#core/format/locale.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { session } from '#client/session/session.ts'
import { t, tn } from '#core/text/t.ts'
import { Icon } from '#ui/base/Icon.tsx'
import { Button } from '#ui/base/Button.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { DatasetMenu } from './DatasetMenu.tsx'
import { DatasetName } from '../../dataset/DatasetName.tsx'
import { useSamples } from '../../dataset/use-samples.ts'
import { useExplore, useExploreStore } from '../state/store.ts'
import { addFieldToControl } from './add-field.ts'
import { ColumnProfile } from '../../dataset/ColumnProfile.tsx'
import { SourceItemRow } from './Item.tsx'
import { NullShareContext, useNullShareGroups } from './null-shares.ts'
import { type SourceItem, sourceItems } from './source-items.ts'
import styles from './SourcePanel.module.css'
import type { DatasetFolder } from '#core/rest/dataset-folders.ts'

/** A folder of the dataset panel with its items and the folders in it. */
interface SourceFolder {
  readonly uuid: string
  readonly name: string
  readonly items: readonly SourceItem[]
  readonly folders: readonly SourceFolder[]
}

interface Items {
  readonly metrics: readonly SourceItem[]
  readonly columns: readonly SourceItem[]
}

/** Returns items by the folders of the dataset, and those in no folder. Folders without items are left out. */
function groupItems(
  folders: readonly DatasetFolder[],
  { metrics, columns }: Items,
): Items & { readonly folders: readonly SourceFolder[] } {
  const found = { metric: byName(metrics), column: byName(columns) }
  const placed = new Set<SourceItem>()
  const groupOf = ({ uuid, name, children }: DatasetFolder): readonly SourceFolder[] => {
    const items = children.flatMap((child) =>
      child.type === 'folder' ? [] : (found[child.type].get(child.name) ?? []),
    )
    for (const item of items) placed.add(item)
    const inner = children.flatMap((child) => (child.type === 'folder' ? groupOf(child) : []))
    return items.length + inner.length === 0 ? [] : [{ uuid, name, items, folders: inner }]
  }
  const isFree = (item: SourceItem) => !placed.has(item)
  const groups = folders.flatMap(groupOf)
  return { folders: groups, metrics: metrics.filter(isFree), columns: columns.filter(isFree) }
}

const byName = (items: readonly SourceItem[]): ReadonlyMap<string, SourceItem> =>
  new Map(items.map((item) => [item.name, item]))

/** The number of items shown initially. */
const SHOWN = 50

interface ListProps {
  readonly title: string
  readonly level?: 2 | 3 | 4
  readonly items: readonly SourceItem[]
  readonly onAdd: (item: SourceItem) => void
  readonly profileOf: (name: string) => ReactNode
  /** Shown below the items. */
  readonly children?: ReactNode
}

/** The first items, with a button to show the others. */
function ItemList({ title, level = 2, items, onAdd, profileOf, children }: ListProps) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? items : items.slice(0, SHOWN)
  return (
    <Section level={level} title={title} end={String(items.length)}>
      <ul>
        {shown.map((item) => (
          <SourceItemRow
            key={`${item.kind} ${item.name}`}
            item={item}
            onAdd={() => onAdd(item)}
            profile={item.kind === 'metric' ? undefined : () => profileOf(item.name)}
          />
        ))}
      </ul>
      {items.length > SHOWN && (
        <div className={styles['more']}>
          <span>{t('Showing %s of %s', String(shown.length), String(items.length))}</span>
          <Button size="sm" variant="quiet" onPress={() => setAll(!isAll)}>
            {isAll ? t('Show less') : t('Show more')}
          </Button>
        </div>
      )}
      {children}
    </Section>
  )
}

interface FolderProps extends Pick<ListProps, 'onAdd' | 'profileOf'> {
  readonly folders: readonly SourceFolder[]
  readonly level?: 2 | 3 | 4
}

/** The folders of the dataset, each with its items and the folders in it. */
function FolderLists({ folders, level = 2, ...rest }: FolderProps) {
  return folders.map(({ uuid, name, items, folders: inner }) => (
    <ItemList key={uuid} title={name} level={level} items={items} {...rest}>
      {inner.length > 0 && (
        <div className={styles['inner']}>
          <FolderLists folders={inner} level={level === 2 ? 3 : 4} {...rest} />
        </div>
      )}
    </ItemList>
  ))
}

/** The number of rows in the dataset, if known: counted, or from samples that contain all rows. */
function RowCount() {
  const dataset = useExplore((state) => state.dataset)
  const samples = useSamples(dataset, { isOnlyKnown: true }).data
  const seen = samples && samples.rowcount < session().settings.samplesRowLimit ? samples.rowcount : undefined
  const rows = dataset.row_count ?? seen
  if (rows === undefined) return null
  return <span className={styles['rows']}>{tn('%s row', '%s rows', rows, localNumber.format(rows))}</span>
}

/** The dataset panel: metrics and columns with search; a press adds one to the chart. */
export function SourcePanel() {
  const store = useExploreStore()
  const dataset = useExplore((state) => state.dataset)
  const [search, setSearch] = useState('')
  const { folders, metrics, columns } = useMemo(
    () => groupItems(dataset.folders ?? [], sourceItems(dataset, search)),
    [dataset, search],
  )
  const nullShareGroups = useNullShareGroups(dataset)
  const add = ({ kind, name, label }: SourceItem) =>
    addFieldToControl(store, { kind: kind === 'metric' ? 'metric' : 'column', name, label })
  const profileOf = (name: string) => {
    const column = dataset.columns?.find((each) => each.column_name === name)
    const { offset = null } = dataset
    return column && <ColumnProfile dataset={dataset} column={{ ...column, offset }} />
  }
  return (
    <aside className={styles['panel']} aria-label={t('Chart source')}>
      <header className={styles['head']}>
        <Icon name="table" tone="accent" />
        <DatasetName>{dataset.table_name}</DatasetName>
        <RowCount />
        <DatasetMenu />
      </header>
      <div className={styles['search']} data-source-search>
        <SearchField
          label={t('Search Metrics & Columns')}
          placeholder={t('Search Metrics & Columns')}
          value={search}
          onChange={setSearch}
          shortcut="/"
          isWide
        />
      </div>
      <div className={styles['scroll']}>
        <NullShareContext value={nullShareGroups}>
          <FolderLists folders={folders} onAdd={add} profileOf={profileOf} />
          <ItemList title={t('Metrics')} items={metrics} onAdd={add} profileOf={profileOf} />
          <ItemList title={t('Columns')} items={columns} onAdd={add} profileOf={profileOf} />
        </NullShareContext>
      </div>
    </aside>
  )
}
