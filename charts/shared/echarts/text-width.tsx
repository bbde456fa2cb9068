import { getWidth } from 'zrender/lib/contain/text.js'
import type { WidthOf } from './fitted-text.ts'
import type { ChartTheme } from './chart-theme.ts'

/** Returns a function that measures labels in the font of a theme. */
export const widthIn =
  ({ font }: ChartTheme): WidthOf =>
  (text) =>
    getWidth(text, `11px ${font}`)
