import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { changed, type FilterDraft, withDefault } from '../state/filter-draft.ts'
import { maskOf } from '../state/masks.ts'
import { useLoader } from '../state/loading.ts'
import { useAskExtent } from '../filter-bar/use-ask-extent.ts'
import { useOptions } from '../filter-bar/use-options.ts'
import styles from './filter-config.module.css'
import type { Change } from './use-filter-draft.ts'
import { filterViews } from '#client/views.ts'
import type { DataMask } from '#core/mask/mask.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { toTable } from '#core/query/result.ts'
import { t } from '#core/text/t.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import { Checkbox } from '#ui/input/Checkbox.tsx'

interface Props {
  readonly draft: FilterDraft
  readonly filter: FilterConfig
  readonly problem: string | undefined
  readonly change: Change
}

const COUNT = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' } as const

const grouped = new Intl.NumberFormat('en-US')

/** How many rows of its dataset a mask keeps, and of how many. */
function useKept(datasetId: number | undefined, mask: DataMask) {
  const { ask } = useLoader()
  const { filters = [] } = mask.extraFormData ?? {}
  return useQuery({
    queryKey: ['filter-default', datasetId, filters],
    enabled: datasetId !== undefined && filters.length > 0,
    queryFn: async ({ signal }) => {
      const query = (own: QueryObject): QueryObject => ({ columns: [], metrics: [COUNT], row_limit: 1, ...own })
      const asked = { datasource: { id: datasetId as number, type: 'table' }, queries: [query({ filters }), query({})] }
      const answers = await ask(asked, { signal })
      const failed = answers.find(({ error }) => error)
      if (failed) throw new Error(failed.error ?? '')
      return answers.map((answer) => Number(toTable(answer).columns[0]?.values[0] ?? 0))
    },
  })
}

function Gives({ filter }: { readonly filter: FilterConfig }) {
  const kept = useKept(filter.targets?.[0]?.datasetId, filter.defaultDataMask ?? {})
  if (kept.error) return <p className={styles['error']}>{kept.error.message}</p>
  const [some, all] = kept.data ?? []
  if (some === undefined || all === undefined) return null
  return (
    <p className={styles['gives']} role="status">
      {t('With it the dashboard opens on %s of %s rows.', grouped.format(some), grouped.format(all))}
    </p>
  )
}

/** The input of the filter itself, for the value the dashboard opens with. */
function DefaultValue({ filter, change }: Pick<Props, 'filter' | 'change'>) {
  const [search, setSearch] = useState('')
  // Under a name of its own the values it may have are those that no choice of the bar narrows.
  const alone = useMemo(() => ({ ...filter, id: `default of ${filter.id}` }), [filter])
  const options = useOptions(alone, search)
  const { data: unsearched } = useOptions(alone)
  const asks = useAskExtent(alone)
  const type = filterType(filter.filterType)
  const View = filterViews.get(filter.filterType ?? '')
  if (!type || !View) return null
  const beyond = unsearched && type.beyond?.(unsearched)
  const choose = (value: unknown) => {
    const { id: _, ...mask } = maskOf(filter, value)
    change((draft) => changed(draft, filter.id, { defaultDataMask: mask }))
  }
  return (
    <Suspense fallback={null}>
      <View
        config={alone}
        value={type.parse(filter.defaultDataMask?.filterState?.value)}
        onChange={choose}
        options={options.data}
        error={options.error?.message}
        isAlone
        isInvalid={false}
        {...asks}
        beyond={beyond}
        {...(beyond || filter.controlValues?.['searchAllOptions'] === true ? { onSearch: setSearch } : {})}
      />
    </Suspense>
  )
}

/** Whether the dashboard opens with a value of the filter, and with which. */
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
            : { description: t('Choose what it is about first') })}
      >
        {t('Filter has default value')}
      </Checkbox>
      {isOn && isReady && (
        <div className={styles['default']} role="group" aria-label={t('Default value')}>
          <DefaultValue filter={filter} change={change} />
          {problem && <p className={styles['error']}>{problem}</p>}
          <Gives filter={filter} />
        </div>
      )}
    </>
  )
}
