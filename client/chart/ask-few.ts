import { askChartData } from '#calls/chart-data.ts'
import { fewAtOnce, turns } from './few-at-once.ts'

/** So many pictures of a page are asked for at once: a list of them leaves room for what people do meanwhile. */
const AT_ONCE = 4

/** Asks for the data of pictures, a few at a time. */
export const askFew = fewAtOnce(turns(AT_ONCE), askChartData)
