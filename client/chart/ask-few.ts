import { askChartData } from '#calls/chart-data.ts'
import { limitConcurrency, turns } from './limit-concurrency.ts'

/** So many pictures of a page are asked for at once: a list of them leaves room for what people do meanwhile. */
const AT_ONCE = 4

/** Asks for the data of pictures, a few at a time. */
export const askFew = limitConcurrency(turns(AT_ONCE), askChartData)
