import { Suspense, useEffect, useState } from 'react'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import { t } from '#core/text/t.ts'
import { CrashBoundary } from '#client/shell/CrashBoundary.tsx'
import { filterViews } from '#client/views.ts'
import { Skeleton } from '#ui/display/Skeleton.tsx'
import { Button } from '#ui/input/Button.tsx'
import { InfoTip } from '#ui/overlay/InfoTip.tsx'
import { hasValue, isAlone, maskOf } from '../state/masks.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import styles from './filter-bar.module.css'
import { useAskExtent } from './use-ask-extent.ts'
import { useOptions } from './use-options.ts'

const SEARCH_DELAY = 500

/** A text once it has stayed the same for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

function Input({ config }: { readonly config: FilterConfig }) {
  const store = useDashboardStore()
  const [search, setSearch] = useState('')
  const mask = useDashboard((state) => state.selected[config.id])
  const isOnly = useDashboard((state) => isAlone(state.filters, state.masks, config.id))
  const options = useOptions(config, useSettled(search))
  const asks = useAskExtent(config)
  const type = filterType(config.filterType)
  const View = filterViews.get(config.filterType ?? '')
  if (!type || !View) return <p>{t('This kind of filter is not supported.')}</p>
  return (
    <View
      config={config}
      value={type.parse(mask?.filterState?.value)}
      onChange={(value) => actions.select(store, config.id, maskOf(config, value))}
      options={options.data}
      error={options.error?.message}
      isAlone={isOnly}
      {...asks}
      isInvalid={mask?.filterState?.validateStatus === 'error'}
      {...(config.controlValues?.['searchAllOptions'] === true ? { onSearch: setSearch } : {})}
    />
  )
}

/** What clears a filter goes with what was chosen: the focus goes to where it is chosen. */
function focusInput(id: string): void {
  const inputs = document.querySelectorAll<HTMLElement>(
    `[data-filter="${CSS.escape(id)}"] :is(input, button, [role="listbox"])`,
  )
  ;[...inputs].find((each) => each.closest('header') === null)?.focus()
}

/** How many of its values are chosen, and the way back to none. */
function Chosen({ config }: { readonly config: FilterConfig }) {
  const store = useDashboardStore()
  const mask = useDashboard((state) => state.selected[config.id])
  const isSelect = config.filterType === 'filter_select'
  const { data } = useOptions(config)
  if (!hasValue(mask)) return null
  const value = mask?.filterState?.value
  const all = data?.[0]?.rowCount
  return (
    <span className={styles['chosen']}>
      {isSelect && Array.isArray(value) && all !== undefined && (
        <span>{t('%s of %s', String(value.length), String(all))}</span>
      )}
      <Button
        size="sm"
        variant="quiet"
        ariaLabel={t('Clear %s', config.name ?? '')}
        onPress={() => {
          actions.select(store, config.id, maskOf(config, undefined))
          focusInput(config.id)
        }}
      >
        {t('Clear')}
      </Button>
    </span>
  )
}

/** One filter of the bar: its name, what it says of itself, its input. */
export function FilterItem({ config }: { readonly config: FilterConfig }) {
  const isRequired = config.controlValues?.['enableEmptyFilter'] === true
  const unit = filterType(config.filterType)?.unit?.(config)
  return (
    <section className={styles['filter']} aria-label={config.name ?? ''} data-filter={config.id}>
      <header>
        <h3>{config.name}</h3>
        {isRequired && (
          <span className={styles['required']} title={t('Required')} aria-hidden="true">
            *
          </span>
        )}
        {config.description && <InfoTip text={config.description} />}
        {unit && <span className={styles['unit']}>{unit}</span>}
        <Chosen config={config} />
      </header>
      <CrashBoundary resetKey={config}>
        <Suspense fallback={<Skeleton shape="lines" rows={3} label={t('Loading filter values')} />}>
          <Input config={config} />
        </Suspense>
      </CrashBoundary>
    </section>
  )
}
