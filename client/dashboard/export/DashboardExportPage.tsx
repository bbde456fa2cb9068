import { useCallback, useEffect, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import { userFullName } from '#client/account/user-full-name.ts'
import { session } from '#client/session/session.ts'
import { timestampText } from '#client/session/timestamps.ts'
import { childrenOf, nodeOf, ROOT_ID } from '#core/layout/node.ts'
import { COLUMNS } from '#core/layout/units.ts'
import { t } from '#core/text/t.ts'
import { type PrintSettings, PrintContext } from '#ui/tokens/print-settings.ts'
import { useDashboard } from '../state/store.ts'
import { styleClassOf } from '../grid/style-names.ts'
import { DashboardExportChart } from './DashboardExportChart.tsx'
import { EXPORT_PIXEL_RATIO } from './export-plan.ts'
import { DashboardExportNode } from './DashboardExportNode.tsx'
import styles from './DashboardExportPage.module.css'
import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { hasValue, describeFilterValue, isCrossFilter, isFiltering } from '#client/dashboard/state/masks.ts'
import { filterBoxTexts } from '#client/dashboard/state/filter-box/filter-box-texts.ts'

/** Returns the applied filters of a dashboard as one sentence. */
function appliedFiltersText({ filters, masks, slices, filterBoxes, datasets }: DashboardState): string {
  const chosen = filters
    .filter(({ id }) => hasValue(masks[id]))
    .map((filter) => t('%s: %s', filter.name ?? filter.id, describeFilterValue(filter, masks[filter.id], datasets)))
  const picked = Object.keys(masks)
    .filter((id) => isCrossFilter(id) && isFiltering(masks[id]))
    .map((id) => t('%s: %s', slices[Number(id)]?.slice_name ?? id, masks[id]?.filterState?.label ?? ''))
  const boxes = filterBoxTexts(filterBoxes, datasets).map(({ label, text }) => t('%s: %s', label, text))
  const all = [...chosen, ...picked, ...boxes]
  return all.length === 0 ? t('All rows, no filter') : t('Filtered by %s', all.join('; '))
}

/** The content of an export sheet: the selected tabs with everything outside of tabs, or one chart at this size. */
export type DashboardExportScope =
  | { readonly kind: 'dashboard'; readonly tabs: ReadonlySet<string>; readonly charts: readonly number[] }
  | { readonly kind: 'chart'; readonly chartId: number; readonly title: string; readonly height: number }

export interface DashboardExportJob {
  readonly id: number
  readonly part: DashboardExportScope
  /** CSS pixels. */
  readonly width: number
  readonly theme: 'light' | 'dark'
  /** When the sheet was requested, epoch milliseconds. */
  readonly at: number
  readonly onProgress: (done: number, all: number) => void
  /** Called once with the sheet after everything on it is drawn. */
  readonly onReady: (sheet: HTMLElement) => void
  /** Called when a part of the sheet crashed, for example because its code failed to load. */
  readonly onCrash: () => void
}

/** Maximum wait in milliseconds for content besides charts, such as base maps, texts and their images. */
const PATIENCE = 10_000
const STEP = 50

const waitMs = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Resolves when nothing on the sheet is loading and its size has been stable for two steps. */
async function still(sheet: HTMLElement): Promise<void> {
  await document.fonts.ready
  let [same, last] = [0, 0]
  for (let waited = 0; waited < PATIENCE && same < 2; waited += STEP) {
    await waitMs(STEP)
    const height = sheet.offsetHeight
    const isPending =
      sheet.querySelector('[data-pending], [aria-busy=true]') !== null ||
      [...sheet.querySelectorAll('img')].some(({ complete }) => !complete)
    same = !isPending && height === last ? same + 1 : 0
    last = height
  }
}

function Head({ at }: { readonly at: number }) {
  const title = useDashboard((state) => state.info.title)
  const words = useDashboard(appliedFiltersText)
  const timestamp = timestampText(at)
  return (
    <header className={styles['head']}>
      <h1>{title}</h1>
      <p>{words}</p>
      <p className={styles['made']}>{t('%s by %s', timestamp, userFullName(session().user))}</p>
    </header>
  )
}

interface ExportedPartProps {
  readonly job: DashboardExportJob
  readonly onSettled: (chartId: number) => void
}

/** The exported chart, or the tabs of the dashboard below its header. */
function ExportedPart({ job: { part, at }, onSettled }: ExportedPartProps) {
  const layout = useDashboard((state) => state.layout)
  const top = childrenOf(layout, ROOT_ID)[0]
  if (part.kind === 'chart')
    return (
      <div data-dashboard-css>
        <div className={styleClassOf(undefined, { type: 'CHART', meta: { chartId: part.chartId } })}>
          <DashboardExportChart chartId={part.chartId} title={part.title} height={part.height} onSettled={onSettled} />
        </div>
      </div>
    )
  return (
    <>
      <Head at={at} />
      <div className={styles['column']} data-dashboard-css>
        {top &&
          nodeOf(layout, top.id)?.type === 'GRID' &&
          top.children.map((id) => (
            <DashboardExportNode key={id} id={id} columns={COLUMNS} tabs={part.tabs} onSettled={onSettled} />
          ))}
        {top?.type === 'TABS' && (
          <DashboardExportNode id={top.id} columns={COLUMNS} tabs={part.tabs} onSettled={onSettled} />
        )}
      </div>
    </>
  )
}

/** An export page: a dashboard or a chart rendered next to the visible page, for an image file or for print. */
export function DashboardExportPage({ job }: { readonly job: DashboardExportJob }) {
  const { part } = job
  const host = useRef<HTMLDivElement>(null)
  const settled = useRef(new Set<number>())
  const isReported = useRef(false)
  const latest = useRef(job)
  latest.current = job
  const paper = useMemo<PrintSettings>(() => ({ theme: job.theme, pixelRatio: EXPORT_PIXEL_RATIO }), [job.theme])
  const look = useCallback(() => {
    const { part: drawn, onProgress, onReady } = latest.current
    const requestedExport = drawn.kind === 'chart' ? [drawn.chartId] : drawn.charts
    const done = requestedExport.filter((id) => settled.current.has(id)).length
    onProgress(done, requestedExport.length)
    if (done < requestedExport.length || isReported.current) return
    isReported.current = true
    const sheet = host.current
    if (sheet) void still(sheet).then(() => onReady(sheet))
  }, [])
  const onSettled = useCallback(
    (id: number) => {
      settled.current.add(id)
      look()
    },
    [look],
  )
  useEffect(look, [look])
  return createPortal(
    <div className={styles['outside']} data-sheet={part.kind} inert>
      <div ref={host} className={styles['sheet']} data-theme={job.theme} style={{ width: job.width }}>
        <PrintContext value={paper}>
          <ExportedPart job={job} onSettled={onSettled} />
        </PrintContext>
      </div>
    </div>,
    document.body,
  )
}
