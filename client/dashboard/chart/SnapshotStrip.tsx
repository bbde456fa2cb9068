import { type ReactNode, useState } from 'react'
import { ChartFrame, type ChartFrameProps } from '#client/chart/ChartFrame.tsx'
import type { ChartState } from '#client/chart/chart-state.ts'
import { recentTimestampText } from '#client/session/timestamps.ts'
import { t } from '#core/text/t.ts'
import styles from './SnapshotStrip.module.css'
import { type ChartSnapshot, useSnapshots } from './use-snapshots.ts'

const ignore = () => undefined

/** The minimum height in pixels of a card whose strip has pictures; the strips of lower cards have only text. */
const MIN_HEIGHT = 300

/** Marks the strip of a low card. */
function markLow(strip: HTMLElement | null): void {
  const height = strip?.parentElement?.clientHeight ?? 0
  strip?.toggleAttribute('data-low', height > 0 && height < MIN_HEIGHT)
}

/** Returns a chart as it was in a snapshot. */
function chartOfSnapshot(chart: ChartState, { form, answers }: ChartSnapshot): ChartState {
  return {
    ...chart,
    chartStatus: 'rendered',
    chartAlert: null,
    chartStackTrace: null,
    chartUnknownName: undefined,
    isServerError: undefined,
    failedAt: undefined,
    queryController: null,
    chartUpdateEndTime: null,
    queriesResponse: answers,
    sliceFormData: form,
  }
}

interface Props {
  readonly chart: ChartState
  readonly snapshots: readonly ChartSnapshot[]
  readonly selected: ChartSnapshot | undefined
  readonly onSelect: (snapshot: ChartSnapshot | undefined) => void
  /** How the chart is drawn. */
  readonly look: Pick<ChartFrameProps, 'details' | 'colors'>
}

/** Earlier results of a chart whose query is slow, as small pictures. A click shows one until the new result arrives. */
function SnapshotStrip({ chart, snapshots, selected, onSelect, look }: Props) {
  const [now] = useState(Date.now)
  if (snapshots.length === 0) return null
  return (
    <div ref={markLow} className={styles['strip']} role="group" aria-label={t('Earlier results')}>
      {snapshots.map((snapshot) => {
        const time = recentTimestampText(snapshot.at, now)
        const words = snapshot.words || t('No filters')
        return (
          <button
            key={`${snapshot.at} ${snapshot.words}`}
            type="button"
            className={styles['snapshot']}
            aria-pressed={snapshot === selected}
            aria-label={t('Result of %s, %s', time, words)}
            title={words}
            onClick={() => onSelect(snapshot === selected ? undefined : snapshot)}
          >
            <span className={styles['picture']} inert aria-hidden="true">
              <span className={styles['scaled']}>
                <ChartFrame
                  {...look}
                  chart={chartOfSnapshot(chart, snapshot)}
                  onRendered={ignore}
                  onRenderFailed={ignore}
                  onRetry={ignore}
                  isZoneHidden
                />
              </span>
            </span>
            <span className={styles['time']}>{time}</span>
            <span className={styles['words']}>{words}</span>
          </button>
        )
      })}
    </div>
  )
}

/** Returns the strip of earlier results of a chart, and the chart as in the selected one until the new result arrives. */
export function useSnapshotStrip(
  chart: ChartState,
  look: Props['look'],
): { readonly earlier: ChartState | undefined; readonly strip: ReactNode } {
  const snapshots = useSnapshots(chart)
  const [chosen, choose] = useState<ChartSnapshot>()
  const selected = chosen && snapshots.includes(chosen) ? chosen : undefined
  return {
    earlier: selected && chartOfSnapshot(chart, selected),
    strip: <SnapshotStrip chart={chart} snapshots={snapshots} selected={selected} onSelect={choose} look={look} />,
  }
}
