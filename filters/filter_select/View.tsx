import { useMemo, useState } from 'react'
import { numberOf } from '#core/rest/primitive.ts'
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

/**
 * The values there are, each with its number, and those chosen that are no more. Numbers are those under the other
 * filters where they are known, those of all rows where nothing else narrows the page, and none else.
 */
function useChoices(
  { config, value, options, isAlone, counts }: FilterViewProps<readonly Value[]>,
  search: string,
): readonly Option<Value>[] {
  const table = options?.[0]
  const isCounted = isAlone || counts !== undefined
  // Where there are no rows their number is 0; another metric has no value there.
  const none = config.sortMetric ? undefined : 0
  const picked = usePicked(value, table, search)
  return useMemo<Option<Value>[]>(() => {
    const values = table?.columns[0]?.values ?? []
    const among = table?.columns.at(-1)?.values ?? []
    const under =
      counts && new Map(counts.columns[0]?.values.map((each, row) => [each, counts.columns[1]?.values[row]]))
    const option = (each: Value, measured: Value | undefined) => {
      const number = measured === null || measured === undefined ? none : numberOf(measured)
      return { value: each, label: text(each), ...(isCounted && number !== undefined ? { count: number } : {}) }
    }
    const found = values.map((each, row) => option(each, under ? under.get(each) : among[row]))
    const gone = (value ?? []).filter((each) => !values.includes(each)).map((each) => option(each, undefined))
    const first = new Set(values.length > MANY ? picked : [])
    return [
      ...gone,
      ...found.filter((each) => first.has(each.value)),
      ...found.filter((each) => !first.has(each.value)),
    ]
  }, [table, value, picked, isCounted, counts, none])
}

/** Values with how many rows have each; those chosen stay even when no row has them any more. */
export default function SelectFilterView(props: FilterViewProps<readonly Value[]>) {
  const { config, value, onChange, options, error, isInvalid, onSearch } = props
  const [search, setSearch] = useState('')
  const all = useChoices(props, search)
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
