import { useMemo, useState } from 'react'
import type { Value } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { CheckboxList } from '#ui/input/CheckboxList.tsx'
import type { Option } from '#ui/input/option.ts'
import { SearchField } from '#ui/input/SearchField.tsx'
import type { FilterViewProps } from '../filter-type.ts'
import styles from './View.module.css'

/** Options above this number get a search field. */
const MANY = 8

function text(value: Value): string {
  if (value === null) return '<NULL>'
  return value === '' ? '<empty string>' : String(value)
}

/** What was chosen when the list last changed: it stands first then, and nothing moves under the pointer. */
function usePicked(value: readonly Value[] | undefined, ...changes: readonly unknown[]): readonly Value[] {
  const [known, setKnown] = useState({ changes, picked: value ?? [] })
  if (known.changes.every((change, index) => change === changes[index])) return known.picked
  const next = { changes, picked: value ?? [] }
  setKnown(next)
  return next.picked
}

/** Values with how many rows have each; those chosen stay even when no row has them any more. */
export default function SelectFilterView(props: FilterViewProps<readonly Value[]>) {
  const { config, value, onChange, options, error, isInvalid, isAlone, onSearch } = props
  const [search, setSearch] = useState('')
  const table = options?.[0]
  // Sorted by another measure, numbers of rows would look unsorted.
  const isCounted = isAlone && !config.sortMetric
  const picked = usePicked(value, table, search)
  const all = useMemo<Option<Value>[]>(() => {
    const values = table?.columns[0]?.values ?? []
    const counts = table?.columns.at(-1)?.values ?? []
    const option = (each: Value, count: number) => ({ value: each, label: text(each), ...(isCounted ? { count } : {}) })
    const found = values.map((each, row) => option(each, Number(counts[row] ?? 0)))
    const gone = (value ?? []).filter((each) => !values.includes(each)).map((each) => option(each, 0))
    const first = new Set(values.length > MANY ? picked : [])
    return [
      ...gone,
      ...found.filter((each) => first.has(each.value)),
      ...found.filter((each) => !first.has(each.value)),
    ]
  }, [table, value, picked, isCounted])
  const shown = useMemo(() => {
    const wanted = search.trim().toLowerCase()
    return wanted ? all.filter((each) => each.label.toLowerCase().includes(wanted)) : all
  }, [all, search])
  const name = config.name ?? ''
  if (error) return <p className={styles['error']}>{error}</p>
  return (
    <>
      {(all.length > MANY || search !== '') && (
        <div className={styles['search']}>
          <SearchField
            label={t('Search %s', name)}
            placeholder={t('Search %s values', String(all.length))}
            value={search}
            size="sm"
            isWide
            onChange={(next) => {
              setSearch(next)
              onSearch?.(next)
            }}
          />
        </div>
      )}
      <CheckboxList
        label={name}
        options={shown}
        value={value ?? []}
        onChange={(next) => onChange(next.length > 0 ? next : undefined)}
        isSingle={config.controlValues?.['multiSelect'] === false}
        isExclude={config.controlValues?.['inverseSelection'] === true}
        isLoading={options === undefined}
        maxHeight={220}
      />
      {isInvalid && <p className={styles['error']}>{t('Choose a value to see the charts')}</p>}
    </>
  )
}
