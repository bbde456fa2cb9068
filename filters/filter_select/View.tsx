import { localNumber } from '#core/format/locale.ts'
import { type ClipboardEvent, useMemo, useState } from 'react'
import type { Value } from '#core/table/table.ts'
import { t, tn } from '#core/text/t.ts'
import { CheckboxList } from '#ui/input/CheckboxList.tsx'
import { unionOfValues, valuesOfTexts } from '#ui/input/multi-select.ts'
import type { Option } from '#ui/input/option.ts'
import { isList, pasteList } from '#ui/input/paste-list.ts'
import { SearchField } from '#ui/input/SearchField.tsx'
import { announce } from '#ui/base/announce.ts'
import type { FilterViewProps } from '../filter-type.ts'
import { MAX_OPTIONS_WITHOUT_SEARCH, useChoices, valueOfText } from './choices.tsx'
import { MAX_LISTED_VALUES } from './index.ts'
import styles from './View.module.css'

type Props = FilterViewProps<readonly Value[]>

const isSingle = ({ config }: Props) => config.controlValues?.['multiSelect'] === false

/** Selects a pasted list of values, listed or not; a single value becomes the search text. */
function usePaste(props: Props, all: readonly Option<Value>[]) {
  const { options, value = [], onChange } = props
  return (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (isSingle(props) || !isList(pasted)) return
    event.preventDefault()
    const type = options?.[0]?.columns[0]?.type
    const found = valuesOfTexts(pasteList(pasted), all, (each) => valueOfText(each, type))
    if (found.length === 0) return
    onChange(unionOfValues(value, found))
    announce(tn('%s value pasted', '%s values pasted', found.length, found.length))
  }
}

/** The search field, with the number of all values if not all are listed. */
function Search({ props, search, onChange, among, shown }: SearchProps) {
  const { config, unlistedOptions: beyond } = props
  const of = beyond?.total === undefined ? undefined : localNumber.format(beyond.total)
  const count = beyond ? (of ?? t('more than %s', localNumber.format(MAX_LISTED_VALUES))) : localNumber.format(among)
  return (
    <div className={styles['search']}>
      <SearchField
        label={t('Search %s', config.name ?? '')}
        placeholder={t('Search %s values', count)}
        value={search}
        size="sm"
        isWide
        onChange={onChange}
      />
      {of !== undefined && (
        <p className={styles['part']} role="status">
          {t('%s of %s', localNumber.format(shown), of)}
        </p>
      )}
    </div>
  )
}

interface SearchProps {
  readonly props: Props
  readonly search: string
  readonly onChange: (text: string) => void
  readonly among: number
  readonly shown: number
}

/** Values with their row counts; selected values stay even if they have no rows anymore. */
export default function SelectFilterView(props: Props) {
  const { config, value, onChange, options, error, isInvalid, onSearch } = props
  const [search, setSearch] = useState('')
  const all = useChoices(props, search, MAX_LISTED_VALUES)
  const shown = useMemo(() => {
    const searchText = search.trim().toLowerCase()
    return searchText ? all.filter((each) => each.label.toLowerCase().includes(searchText)) : all
  }, [all, search])
  const onPaste = usePaste(props, all)
  const find = (next: string) => {
    setSearch(next)
    onSearch?.(next)
  }
  if (error) return <p className={styles['error']}>{error}</p>
  return (
    <div onPaste={onPaste}>
      {(all.length > MAX_OPTIONS_WITHOUT_SEARCH || search !== '') && (
        <Search props={props} search={search} onChange={find} among={all.length} shown={shown.length} />
      )}
      <CheckboxList
        label={config.name ?? ''}
        options={shown}
        value={value ?? []}
        onChange={(next) => onChange(next.length > 0 ? next : undefined)}
        onHover={(next) => props.onHover?.(next === undefined ? false : next.length > 0 ? next : undefined)}
        isSingle={isSingle(props)}
        isExclude={config.controlValues?.['inverseSelection'] === true}
        isLoading={options === undefined}
        maxHeight={220}
      />
      {isInvalid && <p className={styles['error']}>{t('Select a value to see the charts')}</p>}
    </div>
  )
}
