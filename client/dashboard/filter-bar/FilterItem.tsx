import { localNumber } from '#core/format/locale.ts'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import type { DataMask } from '#core/mask/mask.ts'
import { t } from '#core/text/t.ts'
import { ApiResponseError } from '#calls/call.ts'
import { CrashBoundary } from '#client/shell/CrashBoundary.tsx'
import { useDebouncedValue } from '#ui/base/use-debounced-value.ts'
import { filterViews } from '#client/views.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { InfoTooltip } from '#ui/base/InfoTooltip.tsx'
import { canConfigureFilters } from '../filters/filter-targets.ts'
import { isHighlighted } from '../filters/highlighted-filters.ts'
import { hasValue, isOnlyActiveFilter, maskOf, initialMasks } from '../state/masks.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import { SelectedTimeRanges } from './SelectedTimeRanges.tsx'
import styles from './filter-bar.module.css'
import { useExtentQueries } from '#client/dashboard/filters/use-extent-queries.ts'
import { useCounts } from './use-counts.ts'
import { useFilterCalendar } from '#client/dashboard/filters/use-filter-calendar.ts'
import { useChartHighlight } from './use-chart-highlight.ts'
import { useOptions } from '#client/dashboard/filters/use-options.ts'
import { useValuePrefetch } from '#client/dashboard/filters/use-value-prefetch.ts'

/** Milliseconds without a key press before values are searched. */
const SEARCH_DELAY_MS = 500

function Input({ config }: { readonly config: FilterConfig }) {
  const store = useDashboardStore()
  const [search, setSearch] = useState('')
  const mask = useDashboard((state) => state.selected[config.id])
  const isOnly = useDashboard((state) => isOnlyActiveFilter(state.filters, state.masks, config.id))
  const options = useOptions(config, useDebouncedValue(search, SEARCH_DELAY_MS))
  const { data: unsearched } = useOptions(config)
  const asks = useExtentQueries(config)
  const calendar = useFilterCalendar(config)
  const { counts, areOld } = useCounts(config, options)
  const prefetch = useValuePrefetch(config)
  const wasOnly = useRef(false)
  if (!areOld) wasOnly.current = isOnly
  const type = filterType(config.filterType)
  const View = filterViews.get(config.filterType ?? '')
  if (!type || !View) return <p>{t('This type of filter is not supported.')}</p>
  const beyond = unsearched && type.unlistedOptions?.(unsearched)
  const view = (
    <div className={styles['input']} aria-busy={areOld || undefined} data-old-counts={areOld || undefined}>
      <View
        config={config}
        value={type.parse(mask?.filterState?.value)}
        onChange={(value) => actions.choose(store, config.id, maskOf(config, value))}
        onHover={prefetch}
        options={options.data}
        counts={counts}
        error={rejection(options.error)}
        isSingle={isOnly || (counts === undefined && areOld && wasOnly.current)}
        {...asks}
        calendar={calendar}
        isInvalid={mask?.filterState?.validateStatus === 'error'}
        unlistedOptions={beyond}
        {...(beyond || config.controlValues?.['searchAllOptions'] === true ? { onSearch: setSearch } : {})}
      />
    </div>
  )
  if (!options.error || isRefused(options.error)) return view
  return (
    <>
      {view}
      <Button size="sm" isPending={options.isFetching} onPress={() => void options.refetch()}>
        {t('Try again')}
      </Button>
    </>
  )
}

const isRefused = (error: Error | null) => error instanceof ApiResponseError && error.status === 403

/** Returns why the options cannot be read. Users without access to the dataset learn nothing about it. */
function rejection(error: Error | null): string | undefined {
  if (isRefused(error)) return t('You may not see these values')
  return error?.message
}

/** A filter whose column no longer exists: it filters nothing and links to its configuration. */
function MissingColumn({ config, column }: { readonly config: FilterConfig; readonly column: string }) {
  const store = useDashboardStore()
  const mayRepair = useDashboard(({ info }) => canConfigureFilters(info))
  const pageActions = mayRepair && (
    <Button size="sm" variant="quiet" onPress={() => actions.configure(store, { selected: config.id })}>
      {t('Repair')}
    </Button>
  )
  return (
    <Banner tone="warn" actions={pageActions}>
      {t('The dataset has no column %s any more: nothing is filtered by it.', column)}
    </Banner>
  )
}

/** Returns the column name of a filter if its dataset is loaded and has no such column. */
function useMissingColumn({ targets }: FilterConfig): string | undefined {
  const [target] = targets ?? []
  const columns = useDashboard(({ datasets }) => datasets[target?.datasetId ?? -1]?.columns)
  const name = target?.column?.name
  return name !== undefined && columns?.every((each) => each.column_name !== name) ? name : undefined
}

/** Moves the focus to the input after Clear, because the clear button disappears with the value. */
function focusInput(id: string): void {
  const inputs = document.querySelectorAll<HTMLElement>(
    `[data-filter="${CSS.escape(id)}"] :is(input, button, [role="listbox"])`,
  )
  ;[...inputs].find((each) => each.closest('header') === null)?.focus()
}

/** Focuses a filter that the user looks for, once its input is rendered. */
function useSought(id: string): void {
  const store = useDashboardStore()
  const isSought = useDashboard(({ sought }) => sought === id)
  useEffect(() => {
    if (!isSought) return
    const timer = setTimeout(() => {
      document.querySelector(`[data-filter="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' })
      focusInput(id)
      actions.seek(store, undefined)
    })
    return () => clearTimeout(timer)
  }, [store, id, isSought])
}

/** Returns the default value of a filter if it differs from the current value. */
function useDefault(config: FilterConfig): DataMask | undefined {
  const defaults = useDashboard((state) => state.defaults)
  const mask = useDashboard((state) => state.selected[config.id])
  const opening = useMemo(() => initialMasks([config], defaults).selected[config.id], [config, defaults])
  const isElse = JSON.stringify(opening?.filterState?.value) !== JSON.stringify(mask?.filterState?.value)
  return hasValue(opening) && isElse ? opening : undefined
}

/** Returns a function that sets the value of a filter, and applies it if the bar applies instantly. */
function useChoose(config: FilterConfig): (mask: DataMask) => void {
  const store = useDashboardStore()
  return (mask) => {
    actions.choose(store, config.id, mask)
    focusInput(config.id)
  }
}

/** The number of selected values, with buttons to clear them and to restore the default. */
function Chosen({ config }: { readonly config: FilterConfig }) {
  const choose = useChoose(config)
  const mask = useDashboard((state) => state.selected[config.id])
  const opening = useDefault(config)
  const isSelect = config.filterType === 'filter_select'
  const { data } = useOptions(config)
  const isSaying = hasValue(mask)
  if (!isSaying && !opening) return null
  const value = mask?.filterState?.value
  const all = (data && filterType(config.filterType)?.unlistedOptions?.(data)?.total) ?? data?.[0]?.rowCount
  const name = config.name ?? ''
  return (
    <span className={styles['chosen']}>
      {isSaying && isSelect && Array.isArray(value) && all !== undefined && (
        <span>{t('%s of %s', String(value.length), localNumber.format(all))}</span>
      )}
      {opening && (
        <IconButton
          icon="history"
          size="sm"
          label={t('Reset %s to its default', name)}
          onPress={() => choose(opening)}
        />
      )}
      {isSaying && (
        <Button
          size="sm"
          variant="quiet"
          ariaLabel={t('Clear %s', name)}
          onPress={() => choose(maskOf(config, undefined))}
        >
          {t('Clear')}
        </Button>
      )}
    </span>
  )
}

/** One filter of the bar: its name, description and input. */
export const FilterItem = memo(function FilterItem({ config }: { readonly config: FilterConfig }) {
  const isRequired = config.controlValues?.['enableEmptyFilter'] === true
  const unit = filterType(config.filterType)?.unit?.(config)
  const lighting = useChartHighlight(config.id)
  const missing = useMissingColumn(config)
  useSought(config.id)
  const isHighlightedNow = useDashboard((state) => isHighlighted(state, config.id))
  return (
    <section
      className={styles['filter']}
      aria-label={config.name ?? ''}
      data-filter={config.id}
      data-lit={isHighlightedNow || undefined}
      {...lighting}
    >
      <header>
        <h3>{config.name}</h3>
        {isRequired && (
          <span className={styles['required']} title={t('Required')} aria-hidden="true">
            *
          </span>
        )}
        {config.description && <InfoTooltip text={config.description} />}
        {unit && <span className={styles['unit']}>{unit}</span>}
        {missing === undefined && <Chosen config={config} />}
      </header>
      <CrashBoundary resetKey={config}>
        {missing === undefined ? <Input config={config} /> : <MissingColumn config={config} column={missing} />}
      </CrashBoundary>
      {config.filterType === 'filter_time' && <SelectedTimeRanges />}
    </section>
  )
})
