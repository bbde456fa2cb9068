import { compareLabelPositions, type PositionedLabel } from '#core/color/label-positions.ts'
import { t } from '#core/text/t.ts'
import { tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'

/** The space that the legend takes on its side, in pixels. */
const ROW = 26
const COLUMN = 132

/** Truncates a text to `length` characters. */
export function truncateLabel(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}

/** Makes names unique with invisible characters: ECharts identifies legend entries by name. */
export function uniqueNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const times = seen.get(name) ?? 0
    seen.set(name, times + 1)
    return name + '\u200b'.repeat(times)
  })
}

/** Returns the names of parts in color order, which filters do not change; the merged remainder is last. */
export function namesInOrder(
  parts: readonly (PositionedLabel & { readonly isRest?: boolean })[],
  names: readonly string[],
): string[] {
  const order = parts.map((part, at) => ({ part, name: names[at] ?? '' }))
  const last = ({ isRest }: { readonly isRest?: boolean }) => Number(isRest ?? false)
  return order
    .toSorted((a, b) => last(a.part) - last(b.part) || compareLabelPositions(a.part, b.part))
    .map(({ name }) => name)
}

/**
 * Returns the legend option. If `isShown` is false, the legend exists invisibly, so that series can still be isolated.
 */
export function legendOption(
  legend: LegendProps,
  names: readonly string[],
  isShown: boolean,
  theme: ChartTheme,
): Record<string, unknown> {
  const upright = legend.orientation === 'left' || legend.orientation === 'right'
  const position = {
    top: { top: 0, left: 0 },
    bottom: { bottom: 0, left: 0 },
    left: { left: 0, top: 0 },
    right: { right: 0, top: 0 },
  }[legend.orientation]
  return {
    show: isShown,
    type: legend.scrolls ? 'scroll' : 'plain',
    orient: upright ? 'vertical' : 'horizontal',
    ...position,
    data: names,
    icon: 'roundRect',
    itemWidth: 9,
    itemHeight: 9,
    itemGap: 14,
    padding: [3, 0],
    // ECharts clips a legend that scrolls to its lines, which would be as high as the font: descenders need more.
    textStyle: { color: theme.text, fontSize: 12, ...(legend.scrolls && !upright ? { lineHeight: 16 } : {}) },
    inactiveColor: theme.axisLine,
    pageTextStyle: { color: theme.axisText },
    pageIconColor: theme.textMuted,
    pageIconInactiveColor: theme.axisLine,
    pageIconSize: 10,
    formatter: (name: string) => truncateLabel(name, upright ? 18 : 40),
    tooltip: {
      show: true,
      trigger: 'item',
      formatter: ({ name }: { readonly name: string }) => tooltipHtml(name, [], legendHint()),
    },
  }
}

/** Returns what clicks on a legend entry do. */
const legendHint = () => t('Click: hide or show. Double-click or Alt+click: only this one, or all again.')

/** Returns the space that the legend takes on each side of the picture. */
export function legendSpace(
  legend: LegendProps,
  isShown: boolean,
): { top: number; bottom: number; left: number; right: number } {
  const none = { top: 0, bottom: 0, left: 0, right: 0 }
  if (!isShown) return none
  const upright = legend.orientation === 'left' || legend.orientation === 'right'
  return { ...none, [legend.orientation]: upright ? COLUMN : ROW }
}

export type LegendOrientation = 'top' | 'bottom' | 'left' | 'right'

export interface LegendProps {
  readonly shown: boolean
  readonly scrolls: boolean
  readonly orientation: LegendOrientation
}
