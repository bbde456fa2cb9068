import { dimensionText, toInstant, toNumber, valueText } from './shared/cell.ts'
import { colorChoice, colorPlaces, colorsFor } from './shared/colors.ts'
import { formatFor } from './shared/number-format.ts'
import { pickFilters, pickMask, samePick } from './shared/selection/pick-mask.ts'
import { usePainted, usePicture } from './shared/echarts/picture.tsx'

/** The shared functions that chart plug-ins receive: cells, formats, colors, marks and painting. */
export const pictureTools = {
  toNumber,
  toInstant,
  valueText,
  dimensionText,
  formatFor,
  colorChoice,
  colorPlaces,
  colorsFor,
  pickMask,
  pickFilters,
  samePick,
  usePicture,
  usePainted,
} as const
