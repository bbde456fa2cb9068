import { fetchChartData } from '#calls/chart-data.ts'
import { limitConcurrency, createConcurrencySlots } from './limit-concurrency.ts'

/**
 * The number of chart previews that a page requests concurrently. The limit leaves capacity for the user's other
 * requests.
 */
const AT_ONCE = 4

/** Requests the data of chart previews, a few at a time. */
export const fetchPreviewData = limitConcurrency(createConcurrencySlots(AT_ONCE), fetchChartData)
