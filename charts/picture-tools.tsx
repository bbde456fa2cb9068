import { dimensionText, toInstant, toNumber, valueText } from './shared/cell.ts'
import { colorChoice, colorPositions, colorsFor } from './shared/colors.ts'
import { formatFor } from './shared/number-format.ts'
import { selectionFilters, selectionMask, isSameMark } from './shared/selection/selection-mask.ts'
import { usePainted, usePicture } from './shared/echarts/use-picture.tsx'

/** The shared functions that chart plug-ins receive: cells, formats, colors, marks and painting. */
export const pictureTools = {
  toNumber,
  toInstant,
  valueText,
  dimensionText,
  formatFor,
  colorChoice,
  colorPlaces: colorPositions,
  colorsFor,
  pickMask: selectionMask,
  pickFilters: selectionFilters,
  samePick: isSameMark,
  usePicture,
  usePainted,
} as const
