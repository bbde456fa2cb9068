import { instantName } from '#charts/shared/tooltip/instant-name.ts'
import type { TimeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'
import type { Canvas, Stretch } from '#charts/chart.ts'

/** How a stretch of the horizontal axis is drawn by hand. Places are told by their index in `places`. */
export interface Brush {
  /** Where the places stand on the axis, ascending: epoch milliseconds, or the indices of categories. */
  readonly places: readonly number[]
  /** The first and the last place of what is picked now. */
  readonly shown: readonly [number, number] | undefined
  /** The text written on an end of the band at this place. */
  readonly nameOf: (place: number) => string
  /** A stretch was drawn, both ends within. */
  readonly onBrush: (first: number, last: number) => void
  /** Takes back the stretch that is picked. */
  readonly onClear: () => void
}

type Props = Pick<TimeseriesProps, 'x' | 'mark' | 'zoomable' | 'grain'> & Pick<Canvas, 'stretch' | 'onStretch'>

/** Returns the text of one end of a stretch: a period or an instant, or the number itself. */
export const stretchEndText = (kind: Stretch['kind'], end: number, grain: string | null): string =>
  kind === 'time' ? instantName(end, 'smart_date', grain) : String(end)

/**
 * How a stretch of the axis is picked: of instants, and of numbers that ascend. Undefined where nothing is filtered by
 * one, where the axis stands, and where a pointer that moves shifts what is zoomed in.
 */
export function brushOf({ x, mark, zoomable, grain, stretch, onStretch }: Props): Brush | undefined {
  const values = x.values
  const isNumbers = values.every((value, index) => typeof value === 'number' && !(value <= Number(values[index - 1])))
  if (!onStretch || mark.horizontal || zoomable || x.column === '' || values.length < 2 || !isNumbers) return undefined
  const numbers = values as readonly number[]
  const kind = x.kind === 'time' ? 'time' : 'number'
  const first = stretch ? numbers.findIndex((value) => value >= stretch.first) : -1
  const last = stretch ? numbers.findLastIndex((value) => value <= stretch.last) : -1
  return {
    places: kind === 'time' ? numbers : numbers.map((_, index) => index),
    shown: first >= 0 && last >= first ? [first, last] : undefined,
    nameOf: (place) => stretchEndText(kind, numbers[place] as number, grain),
    onClear: () => onStretch(undefined),
    onBrush: (from, to) => onStretch({ kind, first: numbers[from] as number, last: numbers[to] as number }),
  }
}
