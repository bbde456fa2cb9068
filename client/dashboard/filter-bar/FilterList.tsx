import { useMemo, useRef, useState } from 'react'
import type { FilterConfig } from '#filters/filter-type.ts'
import { t } from '#core/text/t.ts'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { useScrollEdges } from '#ui/base/use-scroll-edges.ts'
import { Section } from '#ui/layout/Section.tsx'
import { useNearViewport } from '../chart/use-near-viewport.ts'
import { outOfScope } from '../filters/filters-out-of-scope.ts'
import { useDashboard } from '../state/store.ts'
import { FilterItem } from './FilterItem.tsx'
import styles from './filter-bar.module.css'

/** The number of filters that fetch their values at once; the others do when they come near the viewport. */
const AT_ONCE = 8

/** A filter further down: shows only its name until it comes near the viewport or the user looks for it. */
function LaterItem({ config }: { readonly config: FilterConfig }) {
  const section = useRef<HTMLElement>(null)
  const isNear = useNearViewport(section)
  const isSought = useDashboard(({ sought }) => sought === config.id)
  const [isThere, setThere] = useState(false)
  if ((isNear || isSought) && !isThere) setThere(true)
  if (isThere) return <FilterItem config={config} />
  return (
    <section ref={section} className={styles['filter']} aria-label={config.name ?? ''}>
      <header>
        <h3>{config.name}</h3>
      </header>
      <Skeleton shape="lines" rows={3} label={t('Loading filter values')} />
    </section>
  )
}

function Items({ filters }: { readonly filters: readonly FilterConfig[] }) {
  return filters.map((filter, index) =>
    filter.type === 'DIVIDER' ? (
      <div key={filter.id} className={styles['divider']}>
        <h3>{filter.title}</h3>
        {filter.description && <p>{filter.description}</p>}
      </div>
    ) : index < AT_ONCE ? (
      <FilterItem key={filter.id} config={filter} />
    ) : (
      <LaterItem key={filter.id} config={filter} />
    ),
  )
}

/** The filters that affect no chart in the open tabs, collapsed. They send no requests until the user opens them. */
function OutOfScope({ filters }: { readonly filters: readonly FilterConfig[] }) {
  const isSought = useDashboard(({ sought }) => filters.some(({ id }) => id === sought))
  const [isOpen, setOpen] = useState(isSought)
  if (isSought && !isOpen) setOpen(true)
  return (
    <Section title={t('Filters out of scope (%s)', filters.length)} isOpen={isOpen} onToggle={setOpen}>
      {isOpen && <Items filters={filters} />}
    </Section>
  )
}

/** The filters in order, with dividers. Filters out of scope of the open tabs form a separate section. */
export function FilterList() {
  const filters = useDashboard((state) => state.filters)
  const layout = useDashboard((state) => state.layout)
  const activeTabs = useDashboard((state) => state.activeTabs)
  const outside = useMemo(() => outOfScope(layout, filters, activeTabs), [layout, filters, activeTabs])
  const box = useRef<HTMLDivElement>(null)
  const more = useScrollEdges(box, filters.length)
  return (
    <div ref={box} className={styles['list']} data-more={more}>
      <div>
        <Items filters={filters.filter((filter) => !outside.includes(filter))} />
        {outside.length > 0 && <OutOfScope filters={outside} />}
      </div>
    </div>
  )
}
