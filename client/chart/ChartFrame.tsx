import { memo, useCallback, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Canvas, Pick } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { ErrorBoundary } from '#ui/display/ErrorBoundary.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { PaperContext } from '#ui/tokens/paper.ts'
import { onThemeChange, shownTheme } from '#ui/tokens/theme.ts'
import styles from './ChartFrame.module.css'
import { ChartMessage, type ChartMessageProps } from './ChartMessage.tsx'
import { LayerErrors } from './LayerErrors.tsx'
import type { ChartState } from './machine.ts'
import { type Picture, type PictureParts, usePicture } from './use-picture.ts'
import { useSize } from './use-size.ts'
import { useTurn } from './use-turn.ts'

/** What hands can do to a picture, what is picked in it, and what it tells. */
interface PictureHands {
  readonly picked?: readonly Pick[] | undefined
  readonly isPickLeftOut?: boolean | undefined
  readonly onPick?: Canvas['onPick']
  readonly stretch?: Canvas['stretch']
  readonly onStretch?: Canvas['onStretch']
  readonly onMenu?: Canvas['onMenu']
  readonly isZoneHidden?: Canvas['isZoneHidden']
  readonly onOwnState?: ((state: Record<string, unknown>) => void) | undefined
  readonly onControls?: ((values: Readonly<Record<string, unknown>>) => void) | undefined
  /** How many rows of a table are in sight. */
  readonly onSight?: ((rows: number) => void) | undefined
  readonly onRendered: () => void
}

export interface ChartFrameProps extends PictureParts, PictureHands, ChartMessageProps {
  /** What is shown answers an older question: it is dimmed, a failure never. */
  readonly isOld?: boolean | undefined
  /** Behind the failure of a question stands the picture of the one before, so that one sees what is being mended. */
  readonly keepsPicture?: boolean | undefined
  /** Its newest answers are drawn in a frame of their own, after those of charts that are seen. */
  readonly isInTurn?: boolean | undefined
  readonly onRenderFailed: (error: string, stack: string | null) => void
}

type Drawn = Extract<Picture, { readonly props: unknown }>

function handsOf(props: ChartFrameProps): PictureHands {
  const { picked, isPickLeftOut, onPick, stretch, onStretch, onMenu, onOwnState, onControls, onSight } = props
  const hands = { onPick, stretch, onStretch, onMenu, onOwnState, onControls, onSight }
  return { picked, isPickLeftOut, isZoneHidden: props.isZoneHidden, ...hands, onRendered: props.onRendered }
}

interface DrawingProps extends PictureHands {
  readonly drawn: Drawn
}

/**
 * The View of the chart's type with what it shows, at the size of its box. What becomes of the chart around it, that it is
 * asked anew for one, draws nothing again.
 */
const Drawing = memo(function Drawing({ drawn: { View, props: shown }, ...hands }: DrawingProps) {
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const shownThere = useSyncExternalStore(onThemeChange, shownTheme)
  const theme = useContext(PaperContext)?.theme ?? shownThere
  return (
    <div ref={box} className={styles['drawing']}>
      {size.width > 0 && (
        <View {...shown} shown={shown} width={size.width} height={size.height} theme={theme} {...hands} />
      )}
    </div>
  )
})

function vizTypeOf(chart: ChartState): string {
  return (chart.sliceFormData ?? chart.form_data).viz_type
}

/** Tells that a picture is drawn, unless what is drawn still is not what was answered. The same function each time. */
function useRendered(onRendered: () => void, isBehind: boolean): () => void {
  const latest = useRef({ onRendered, isBehind })
  latest.current = { onRendered, isBehind }
  return useCallback(() => {
    if (!latest.current.isBehind) latest.current.onRendered()
  }, [])
}

/** The picture of the question before, for eyes alone. */
function Behind(props: DrawingProps) {
  return (
    <div className={styles['behind']} inert aria-hidden>
      <ErrorBoundary resetKey={props.drawn.props} fallback={() => null}>
        <Drawing {...props} />
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

/** Says once that there is nothing to draw answers with. */
function useUnfetched(picture: Picture, { chart, onRenderFailed }: ChartFrameProps): void {
  const error = picture && 'problem' in picture ? picture.unfetched : undefined
  const isNew = error !== undefined && chart.chartStatus !== 'failed'
  useEffect(() => {
    if (isNew) onRenderFailed(error.message, error.stack ?? null)
  }, [isNew, error, onRenderFailed])
}

/**
 * One picture: its first load, its faces of error and emptiness, and the View of its type, loaded when needed. While a
 * newer answer is on the way the old picture stays; `isOld` dims it.
 */
export function ChartFrame(props: ChartFrameProps) {
  const { chart } = props
  const box = useRef<HTMLDivElement>(null)
  const turned = useTurn(chart, props.isInTurn === true, box)
  const isBehind = turned !== chart
  const picture = usePicture({ ...props, chart: turned })
  useUnfetched(picture, props)
  const answers = turned?.queriesResponse ?? null
  const kind = chartType(vizTypeOf(turned ?? chart))
  const isLoading = chart.chartStatus === 'loading'
  const isEmpty = answers !== null && (kind?.isEmpty(answers) ?? false)
  // Saying that there is nothing is the picture of an empty answer.
  const isSaid = isEmpty && chart.chartStatus === 'success' && !isBehind
  const { onRendered } = props
  useEffect(() => {
    if (isSaid) onRendered()
  }, [isSaid, onRendered])
  const isAsked = answers === null && (isLoading || chart.chartStatus === null || isBehind)
  const isFetched = picture === null && answers !== null && !isEmpty && kind && chart.chartStatus !== 'failed'
  const problem = picture && 'problem' in picture ? picture.problem : undefined
  const drawn = picture && 'props' in picture && !isEmpty ? picture : null
  const shown = chart.chartStatus === 'failed' ? null : drawn
  const isFailure = chart.chartStatus === 'failed' || problem !== undefined
  const isOfQuestion = isFailure && chart.failedAt === 'question' && props.keepsPicture === true
  const behind = isOfQuestion ? drawn : null
  const hands = { ...handsOf(props), onRendered: useRendered(onRendered, isBehind) }
  return (
    <div ref={box} className={styles['frame']} data-status={chart.chartStatus ?? ''} aria-busy={isLoading}>
      {(isAsked || isFetched) && <Skeleton shape={kind?.meta.skeleton ?? 'bars'} rows={12} label={t('Loading')} />}
      {behind && <Behind {...hands} drawn={behind} />}
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
            <Drawing {...hands} drawn={shown} />
          </ErrorBoundary>
          <LayerErrors chart={chart} />
        </div>
      )}
      {shown && chart.chartStatus === 'stopped' && <Stopped text={chart.chartAlert} onRetry={props.onRetry} />}
    </div>
  )
}
