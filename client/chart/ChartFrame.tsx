import {
  memo,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
  type RefObject,
  useState,
  useLayoutEffect,
} from 'react'
import type { ChartViewProps, SelectedMark } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { ErrorBoundary } from '#ui/display/ErrorBoundary.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { PrintContext } from '#ui/tokens/print-settings.ts'
import { onThemeChange, currentTheme } from '#ui/tokens/theme.ts'
import styles from './ChartFrame.module.css'
import { ChartMessage, type ChartMessageProps } from './ChartMessage.tsx'
import { LayerErrors } from './LayerErrors.tsx'
import type { ChartState } from './chart-state.ts'
import { type Picture, type PictureParts, usePicture } from './use-picture.ts'
import { useQueuedDraw } from './use-queued-draw.ts'

/** Returns the width and height of an element in CSS pixels, updated on resize; zero before layout. */
function useSize(ref: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}

/** The interactions of a drawn chart: its handlers, its selection, and the callbacks for what it reports. */
interface PictureHandlers {
  readonly selectedMarks?: readonly SelectedMark[] | undefined
  readonly isSelectionExcluded?: boolean | undefined
  readonly onSelect?: ChartViewProps['onSelect']
  readonly stretch?: ChartViewProps['stretch']
  readonly onStretch?: ChartViewProps['onStretch']
  readonly onMenu?: ChartViewProps['onMenu']
  readonly isZoneHidden?: ChartViewProps['isZoneHidden']
  readonly onOwnState?: ((state: Record<string, unknown>) => void) | undefined
  readonly onControls?: ((values: Readonly<Record<string, unknown>>) => void) | undefined
  /** Reports how many rows of a table are visible. */
  readonly onVisibleRows?: ((rows: number) => void) | undefined
  readonly onRendered: () => void
}

export interface ChartFrameProps extends PictureParts, PictureHandlers, ChartMessageProps {
  /** True if the chart shows the result of an older query. It is dimmed then; a failure never is. */
  readonly isOld?: boolean | undefined
  /** Shows the previous chart behind the error of a failed query, so that the user sees what is being fixed. */
  readonly keepsPicture?: boolean | undefined
  /** Draws new results through the draw queue: in a later frame, after the charts that are visible. */
  readonly isInTurn?: boolean | undefined
  readonly onRenderFailed: (error: string, stack: string | null) => void
}

type DrawnPicture = Extract<Picture, { readonly props: unknown }>

function pictureHandlers(props: ChartFrameProps): PictureHandlers {
  const {
    selectedMarks,
    isSelectionExcluded,
    onSelect,
    stretch,
    onStretch,
    onMenu,
    onOwnState,
    onControls,
    onVisibleRows,
  } = props
  const handlers = { onSelect, stretch, onStretch, onMenu, onOwnState, onControls, onVisibleRows }
  return {
    selectedMarks,
    isSelectionExcluded,
    isZoneHidden: props.isZoneHidden,
    ...handlers,
    onRendered: props.onRendered,
  }
}

interface DrawingProps extends PictureHandlers {
  readonly drawn: DrawnPicture
}

/**
 * The View of the chart's type at the size of its box. Memoized: state changes of the chart that do not change the
 * drawing, such as a new request, do not draw it again.
 */
const MemoizedView = memo(function Drawing({ drawn: { View, props: shown }, ...handlers }: DrawingProps) {
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const shownThere = useSyncExternalStore(onThemeChange, currentTheme)
  const theme = useContext(PrintContext)?.theme ?? shownThere
  return (
    <div ref={box} className={styles['drawing']}>
      {size.width > 0 && (
        <View {...shown} shown={shown} width={size.width} height={size.height} theme={theme} {...handlers} />
      )}
    </div>
  )
})

function vizTypeOf(chart: ChartState): string {
  return (chart.sliceFormData ?? chart.form_data).viz_type
}

/** Returns a stable callback that reports the chart as drawn, unless the drawing is still behind the latest result. */
function useRendered(onRendered: () => void, isBehind: boolean): () => void {
  const latest = useRef({ onRendered, isBehind })
  latest.current = { onRendered, isBehind }
  return useCallback(() => {
    if (!latest.current.isBehind) latest.current.onRendered()
  }, [])
}

/** The previous chart behind an error message; inert and hidden from assistive technology. */
function Behind(props: DrawingProps) {
  return (
    <div className={styles['behind']} inert aria-hidden>
      <ErrorBoundary resetKey={props.drawn.props} fallback={() => null}>
        <MemoizedView {...props} />
      </ErrorBoundary>
    </div>
  )
}

function Stopped({ text, onRetry }: { readonly text: string | null; readonly onRetry: () => void }) {
  const again = (
    <Button size="sm" variant="quiet" onPress={onRetry}>
      {t('Try again')}
    </Button>
  )
  return (
    <div className={styles['note']}>
      <Banner actions={again}>{text}</Banner>
    </div>
  )
}

/** Reports once that the View could not be loaded. */
function useUnfetched(picture: Picture, { chart, onRenderFailed }: ChartFrameProps): void {
  const error = picture && 'problem' in picture ? picture.unfetched : undefined
  const isNew = error !== undefined && chart.chartStatus !== 'failed'
  useEffect(() => {
    if (isNew) onRenderFailed(error.message, error.stack ?? null)
  }, [isNew, error, onRenderFailed])
}

/**
 * One chart: its loading state, its error and empty messages, and the View of its type, which is loaded on demand. The
 * old drawing stays while a newer result loads; `isOld` dims it.
 */
export function ChartFrame(props: ChartFrameProps) {
  const { chart } = props
  const box = useRef<HTMLDivElement>(null)
  const turned = useQueuedDraw(chart, props.isInTurn === true, box)
  const isBehind = turned !== chart
  const picture = usePicture({ ...props, chart: turned })
  useUnfetched(picture, props)
  const answers = turned?.queriesResponse ?? null
  const kind = chartType(vizTypeOf(turned ?? chart))
  const isLoading = chart.chartStatus === 'loading'
  const isEmpty = answers !== null && (kind?.isEmpty(answers) ?? false)
  // The empty message counts as the drawing of an empty result.
  const isSaid = isEmpty && chart.chartStatus === 'success' && !isBehind
  const { onRendered } = props
  useEffect(() => {
    if (isSaid) onRendered()
  }, [isSaid, onRendered])
  const isRequested = answers === null && (isLoading || chart.chartStatus === null || isBehind)
  const isFetched =
    picture === null && answers !== null && !isEmpty && kind !== undefined && chart.chartStatus !== 'failed'
  const problem = picture && 'problem' in picture ? picture.problem : undefined
  const drawn = picture && 'props' in picture && !isEmpty ? picture : null
  const shown = chart.chartStatus === 'failed' ? null : drawn
  const isFailure = chart.chartStatus === 'failed' || problem !== undefined
  const isOfQuestion = isFailure && chart.failedAt === 'question' && props.keepsPicture === true
  const behind = isOfQuestion ? drawn : null
  const handlers = { ...pictureHandlers(props), onRendered: useRendered(onRendered, isBehind) }
  return (
    <div ref={box} className={styles['frame']} data-status={chart.chartStatus ?? ''} aria-busy={isLoading || isFetched}>
      {(isRequested || isFetched) && <Skeleton shape={kind?.meta.skeleton ?? 'bars'} rows={12} label={t('Loading')} />}
      {behind && <Behind {...handlers} drawn={behind} />}
      {!shown && (
        <div
          className={styles['message']}
          data-before={behind ? true : undefined}
          data-old={(props.isOld && !isFailure) || undefined}
        >
          <ChartMessage {...props} isEmpty={isEmpty} problem={problem} />
        </div>
      )}
      {shown && (
        <div className={styles['picture']} data-old={props.isOld || undefined}>
          <ErrorBoundary
            key={chart.lastRendered}
            resetKey={shown.props}
            fallback={() => null}
            onCrash={(error, stack) => props.onRenderFailed(error.message, stack)}
          >
            <MemoizedView {...handlers} drawn={shown} />
          </ErrorBoundary>
          <LayerErrors chart={chart} />
        </div>
      )}
      {shown && chart.chartStatus === 'stopped' && <Stopped text={chart.chartAlert} onRetry={props.onRetry} />}
    </div>
  )
}
