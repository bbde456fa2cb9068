import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { fetchPart, loadFailureText, onDemand } from '#client/shell/on-demand.tsx'
import { download, type DownloadContext, type CreatedFile } from '#client/shell/downloads.ts'
import { fileName } from '#client/shell/save-file.ts'
import { t, tn } from '#core/text/t.ts'
import { ErrorBoundary } from '#ui/display/ErrorBoundary.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { currentTheme } from '#ui/tokens/theme.ts'
import { type DashboardStore, useDashboardStore } from '../state/store.ts'
import { MissingPictures, missingPicturesText } from './missing-pictures-text.ts'
import { DashboardExportPage, type DashboardExportJob } from './DashboardExportPage.tsx'
import { chartTitle } from '../state/chart-title.ts'
import { exportedCharts } from './export-plan.ts'
import {
  type DashboardExportFormat,
  type DashboardExports,
  DashboardExportContext,
} from '#client/dashboard/state/dashboard-exports.ts'

const DashboardExportDialog = onDemand(() =>
  import('./DashboardExportDialog.tsx').then((module) => module.DashboardExportDialog),
)

/** The page width of prints, and the limits for the width of images, in CSS pixels. */
const PAPER = 1040
const LEAST = 720
const MAX_ENTRIES = 1600
/** The horizontal margins around the tiles of a sheet. */
const RIMS = 32

/** The requested content of a sheet. */
type RequestedExport = Omit<DashboardExportJob, 'id' | 'onReady' | 'onCrash' | 'onProgress' | 'at'>

const progressText = (done: number, all: number) => t('%s of %s charts', done, all)

/** Mounts sheets until they are used or cancelled. */
function useJobs() {
  const [jobs, setJobs] = useState<readonly DashboardExportJob[]>([])
  const last = useRef(0)
  /** Draws a sheet and passes it to a callback while it is mounted; resolves with the callback's result. */
  const draw = useCallback(
    <T,>(
      requestedExport: RequestedExport,
      downloadContext: DownloadContext,
      use: (sheet: HTMLElement) => Promise<T>,
    ): Promise<T> => {
      last.current += 1
      const id = last.current
      const drawn = new Promise<HTMLElement>((resolve, reject) => {
        downloadContext.signal.addEventListener('abort', () => reject(downloadContext.signal.reason as Error), {
          once: true,
        })
        const onProgress = (done: number, all: number) =>
          downloadContext.tell(progressText(done, all), all === 0 ? undefined : done / all)
        const onCrash = () => reject(new Error(loadFailureText()))
        setJobs((before) => [
          ...before,
          { ...requestedExport, id, at: Date.now(), onProgress, onReady: resolve, onCrash },
        ])
      })
      return drawn.then(use).finally(() => setJobs((before) => before.filter((each) => each.id !== id)))
    },
    [],
  )
  return { jobs, draw }
}

/** Returns the image file of a sheet; `note` is an additional message for the user. */
async function pictureOf(sheet: HTMLElement, note?: string): Promise<CreatedFile> {
  const { exportedPicture } = await fetchPart(() => import('./exported-picture.ts'))
  const { content, named } = await exportedPicture(sheet)
  const isNamed = tn(
    '%s picture of another host is only named: that host lets no page read it',
    '%s images of other hosts are shown by name only, because those hosts do not allow reading them',
    named,
    named,
  )
  const notes = [note, ...(named === 0 ? [] : [isNamed])].filter((each) => each !== undefined)
  return { content, note: notes.length === 0 ? undefined : notes.join('. ') }
}

/** A drawing without progress that cannot be cancelled. */
const UNWATCHED: DownloadContext = { signal: new AbortController().signal, tell: () => undefined }

/** Opens the browser's print dialog for a sheet; resolves when it closes. */
function print(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('afterprint', () => resolve(), { once: true })
    window.print()
  })
}

/** Copies the rows and the picture of a chart; a toast names an error. */
function copyChart(store: DashboardStore, chartId: number, draw: (title: string) => Promise<Blob>): void {
  fetchPart(() => Promise.all([import('./copy-tile.ts'), import('./tile-rows.ts')])).then(
    ([{ copyTile }, { tileRows }]) => {
      const state = store.getState()
      return copyTile({ rows: tileRows(state, chartId), picture: () => draw(chartTitle(state, chartId)) })
    },
    (error: Error) => toast.show({ text: error.message, tone: 'danger' }),
  )
}

/** Returns a function that draws one chart as an image. */
function useDrawChart(
  draw: ReturnType<typeof useJobs>['draw'],
  lacking: (charts: readonly number[]) => string | undefined,
) {
  return useCallback(
    (chartId: number, title: string, downloadContext: DownloadContext) => {
      const card = document.querySelector(`[data-chart="${chartId}"]`)?.closest('article')
      const { offsetWidth: width, offsetHeight: height } = card ?? { offsetWidth: LEAST, offsetHeight: LEAST / 2 }
      const requestedExport: RequestedExport = {
        part: { kind: 'chart', chartId, title, height },
        width,
        theme: currentTheme(),
      }
      return draw(requestedExport, downloadContext, (sheet) => {
        if (lacking([chartId]) !== undefined) throw new Error(t('The chart could not be drawn'))
        return pictureOf(sheet)
      })
    },
    [draw, lacking],
  )
}

/** Provides functions that export the dashboard as images or print it. */
export function DashboardExportProvider({ children }: { readonly children: ReactNode }) {
  const store = useDashboardStore()
  const { jobs, draw } = useJobs()
  const [format, setFormat] = useState<DashboardExportFormat>()
  const lacking = useCallback((charts: readonly number[]) => missingPicturesText(store.getState(), charts), [store])
  const drawChart = useDrawChart(draw, lacking)
  const sheets = useMemo<DashboardExports>(
    () => ({
      open: setFormat,
      saveChart: (chartId, title) => void download(fileName(title, 'png'), (hand) => drawChart(chartId, title, hand)),
      copyChart: (chartId) =>
        copyChart(store, chartId, async (title) => (await drawChart(chartId, title, UNWATCHED)).content),
    }),
    [store, drawChart],
  )
  const partOf = (tabs: ReadonlySet<string>) =>
    ({ kind: 'dashboard', tabs, charts: exportedCharts(store.getState().layout, tabs) }) as const
  const saveImage = (tabs: ReadonlySet<string>) => {
    const shown = document.querySelector<HTMLElement>('[data-grid]')?.offsetWidth ?? LEAST
    const width = Math.min(MAX_ENTRIES, Math.max(LEAST, shown + RIMS))
    const part = partOf(tabs)
    const requestedExport: RequestedExport = { part, width, theme: currentTheme() }
    setFormat(undefined)
    void download(fileName(store.getState().info.title, 'png'), (hand) =>
      draw(requestedExport, hand, (sheet) => pictureOf(sheet, lacking(part.charts))),
    )
  }
  const printSheet = (tabs: ReadonlySet<string>, downloadContext: DownloadContext, isAnyway: boolean) => {
    const part = partOf(tabs)
    return draw({ part, width: PAPER, theme: 'light' }, downloadContext, () => {
      const without = lacking(part.charts)
      if (without !== undefined && !isAnyway) throw new MissingPictures(without)
      return print()
    })
  }
  return (
    <DashboardExportContext value={sheets}>
      {children}
      {jobs.map((job) => (
        <ErrorBoundary key={job.id} fallback={() => null} onCrash={job.onCrash}>
          <DashboardExportPage job={job} />
        </ErrorBoundary>
      ))}
      {format && (
        <DashboardExportDialog
          format={format}
          onImage={saveImage}
          onPrint={printSheet}
          onClose={() => setFormat(undefined)}
        />
      )}
    </DashboardExportContext>
  )
}
