import { getWidth } from 'zrender/lib/contain/text.js'
import type { WidthOf } from './fitted-text.ts'
import type { ChartTheme } from './chart-theme.ts'

/** Measures labels as they are drawn with this ink. */
export const widthIn =
  ({ font }: ChartTheme): WidthOf =>
  (text) =>
    getWidth(text, `11px ${font}`)
