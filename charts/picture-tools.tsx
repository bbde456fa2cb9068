import type { PositionedLabel } from '#core/color/label-positions.ts'
import type { ChartViewProps } from './chart.ts'
import { dimensionText, toInstant, toNumber, valueText } from './shared/cell.ts'
import { type ColorChoice, colorChoice, colorPositions, colorsFor } from './shared/colors.ts'
import { formatFor } from './shared/number-format.ts'
import { selectionFilters, selectionMask, isSameMark } from './shared/selection/selection-mask.ts'
import { usePainted, usePicture } from './shared/echarts/use-picture.tsx'

/** Returns the props that affect the picture, without callbacks; `onPick` is the older name of `onSelect`. */
function usePluginPicture<P extends ChartViewProps>({ onPick: _onPick, ...props }: P & { readonly onPick?: unknown }) {
  return usePicture(props)
}

/** A label of a plug-in; `place` is the older name of `colorPosition`. */
type PluginLabel = Pick<PositionedLabel, 'name'> & { readonly colorPosition?: number; readonly place?: number }

/** Returns the colors of labels that may have the older name of their position. */
function colorsForPlugin(labels: readonly PluginLabel[], choice: ColorChoice, theme: 'light' | 'dark'): string[] {
  const positioned = labels.map(({ name, place = 0, colorPosition = place }) => ({ name, colorPosition }))
  return colorsFor(positioned, choice, theme)
}

/** The shared functions that chart plug-ins receive: cells, formats, colors, marks and painting. */
export const pictureTools = {
  toNumber,
  toInstant,
  valueText,
  dimensionText,
  formatFor,
  colorChoice,
  colorPositions,
  colorsFor: colorsForPlugin,
  selectionMask,
  selectionFilters,
  isSameMark,
  // Older names, which modules for contract 1 may use.
  colorPlaces: colorPositions,
  pickMask: selectionMask,
  pickFilters: selectionFilters,
  samePick: isSameMark,
  usePicture: usePluginPicture,
  usePainted,
} as const
