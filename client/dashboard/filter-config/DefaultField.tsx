import { useMemo, useState } from 'react'
import { withChangedFilter, type FilterDraft, withDefault } from '../filters/filter-draft.ts'
import { maskOf } from '../state/masks.ts'
import { DefaultValuePreview } from './DefaultValuePreview.tsx'
import { useExtentQueries } from '../filters/use-extent-queries.ts'
import { useFilterCalendar } from '../filters/use-filter-calendar.ts'
import { useOptions } from '../filters/use-options.ts'
import styles from './filter-config.module.css'
import type { ChangeDraft } from './use-filter-draft.ts'
import { filterViews } from '#client/views.ts'
import { t } from '#core/text/t.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import { Checkbox } from '#ui/input/Checkbox.tsx'

interface Props {
  readonly draft: FilterDraft
  readonly filter: FilterConfig
  readonly problem: string | undefined
  readonly change: ChangeDraft
}

/** The input of the filter for its default value. */
function DefaultValue({ filter, change }: Pick<Props, 'filter' | 'change'>) {
  const [search, setSearch] = useState('')
  // With a separate id, no current selection of the filter bar limits the possible values.
  const single = useMemo(() => ({ ...filter, id: `default of ${filter.id}` }), [filter])
  const options = useOptions(single, search)
  const { data: unsearched } = useOptions(single)
  const asks = useExtentQueries(single)
  const calendar = useFilterCalendar(single)
  const type = filterType(filter.filterType)
  const View = filterViews.get(filter.filterType ?? '')
  if (!type || !View) return null
  const beyond = unsearched && type.unlistedOptions?.(unsearched)
  const choose = (value: unknown) => {
    const { id: _, ...mask } = maskOf(filter, value)
    change((draft) => withChangedFilter(draft, filter.id, { defaultDataMask: mask }))
  }
  return (
    <View
      config={single}
      value={type.parse(filter.defaultDataMask?.filterState?.value)}
      onChange={choose}
      options={options.data}
      error={options.error?.message}
      isSingle
      isInvalid={false}
      {...asks}
      calendar={calendar}
      unlistedOptions={beyond}
      {...(beyond || filter.controlValues?.['searchAllOptions'] === true ? { onSearch: setSearch } : {})}
    />
  )
}

/** Selects whether the filter has a default value, and which. */
export function DefaultField({ draft, filter, problem, change }: Props) {
  const type = filterType(filter.filterType)
  const [target] = filter.targets ?? []
  const isReady =
    type?.target === 'none' ||
    (target?.datasetId !== undefined && (typeof type?.target !== 'object' || target.column?.name !== undefined))
  const takesFirst = filter.controlValues?.['defaultToFirstItem'] === true
  const isOn = draft.defaulted.includes(filter.id) && !takesFirst
  return (
    <>
      <Checkbox
        isSelected={isOn}
        isDisabled={!isReady || takesFirst}
        onChange={(next) => change((now) => withDefault(now, filter.id, next))}
        {...(takesFirst
          ? { description: t('Its first value is its default') }
          : isReady
            ? {}
            : { description: t('Select a column first') })}
      >
        {t('Filter has default value')}
      </Checkbox>
      {isOn && isReady && (
        <div className={styles['default']} role="group" aria-label={t('Default value')}>
          <DefaultValue filter={filter} change={change} />
          {problem && <p className={styles['error']}>{problem}</p>}
          <DefaultValuePreview filter={filter} />
        </div>
      )}
    </>
  )
}
