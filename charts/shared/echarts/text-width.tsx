import { getWidth } from 'zrender/lib/contain/text.js'
import type { WidthOf } from './fitted-text.ts'
import type { Ink } from './ink.ts'

/** Measures labels as they are drawn with this ink. */
export const widthIn =
  ({ font }: Ink): WidthOf =>
  (text) =>
    getWidth(text, `11px ${font}`)
