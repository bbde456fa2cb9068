import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, type Locator, type Page, type Request } from '@playwright/test'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Returns the card of a chart on a dashboard. */
export const chart = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })

/** Returns a big number by its exact value, however it is formatted. */
export const figure = (page: Page, name: string, value: number): Locator =>
  chart(page, name).getByTitle(String(value), { exact: true })

/** Waits until at least this many charts are drawn and none is loading or has failed. */
export async function expectDrawn(page: Page, least: number): Promise<void> {
  const statuses = () =>
    page
      .locator('[data-status]')
      .evaluateAll((frames) => frames.map((frame) => frame.getAttribute('data-status') ?? ''))
  await expect
    .poll(
      async () => {
        const found = await statuses()
        return {
          isEnough: found.filter((status) => status === 'rendered').length >= least,
          others: found.filter((status) => status !== 'rendered' && status !== ''),
        }
      },
      { intervals: [50, 100, 100, 200] },
    )
    .toEqual({ isEnough: true, others: [] })
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

interface ChartRequest {
  readonly slice_id?: number
  readonly only_cached?: boolean
  readonly query_context: { readonly queries: readonly unknown[] }
}

/** One data request: its charts, and the number of other queries in it. */
export interface Batch {
  readonly charts: readonly number[]
  readonly others: number
}

/** Records the data requests of a page from now on, without those that only read the cache. */
export function batches(page: Page): Batch[] {
  const seen: Batch[] = []
  page.on('request', (request: Request) => {
    if (!request.url().endsWith('/api/v1/chart/data/batch')) return
    const { items } = request.postDataJSON() as { items: readonly ChartRequest[] }
    if (items.every((item) => item.only_cached)) return
    const charts = items.flatMap(({ slice_id }) => (slice_id === undefined ? [] : [slice_id]))
    seen.push({ charts, others: items.length - charts.length })
  })
  return seen
}

/** Returns one number read directly from the flights file, without the product. */
export async function queryFlights(expression: string, condition = 'true', from = 'flights'): Promise<number> {
  const file = join(root, 'demo/data/vega/flights-3m.parquet')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const rows = await connection.runAndReadAll(
      `WITH flights AS (FROM read_parquet('${file}')) SELECT (${expression})::DOUBLE FROM ${from} WHERE ${condition}`,
    )
    return Number(rows.getRows()[0]?.[0])
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** Expects the SQL of a chart to match `pattern`, or not to. */
export async function expectSql(page: Page, name: string, pattern: RegExp, { isAbsent = false } = {}): Promise<void> {
  await page.getByRole('button', { name: `Options for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'View query' }).click()
  const shown = page.getByRole('dialog')
  await expect(shown).toContainText(/SELECT/i)
  await (isAbsent ? expect(shown).not.toContainText(pattern) : expect(shown).toContainText(pattern))
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
}
