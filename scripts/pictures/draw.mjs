/** @import { Page } from '@playwright/test' */
/** @import { Picture } from './list.mjs' */

/** The size of an image in CSS pixels; at two device pixels each it is 800 by 450. */
export const SIZE = { width: 400, height: 225 }

/**
 * @template T
 * @param {Page} page
 * @param {string} address
 * @returns {Promise<T>}
 */
async function fetchJson(page, address) {
  const answer = await page.request.get(address)
  if (!answer.ok()) throw new Error(`${address}: ${answer.status()}`)
  return /** @type {Promise<T>} */ (answer.json())
}

/**
 * Earlier search results by request: pictures share datasets.
 * @type {Map<string, { result: { id: number }[] }>}
 */
const responseCache = new Map()

/**
 * Returns the id of the first entity whose field has the value.
 * @param {Page} page
 * @param {string} list URL of the list
 * @param {string} field
 * @param {string} value
 * @returns {Promise<number | undefined>}
 */
async function idOf(page, list, field, value) {
  const q = encodeURIComponent(`(filters:!((col:${field},opr:eq,value:'${value.replaceAll("'", "!'")}')))`)
  const requested = `${list}?q=${q}`
  /** @type {{ result: { id: number }[] }} */
  const { result } = responseCache.get(requested) ?? (await fetchJson(page, requested))
  if (result.length > 0) responseCache.set(requested, { result })
  return result[0]?.id
}

/**
 * Returns the dataset of an image; a virtual one is created if it does not exist.
 * @param {Page} page
 * @param {string} url
 * @param {Picture} picture
 * @returns {Promise<number>}
 */
async function datasetOf(page, url, { dataset, sql, kind }) {
  const list = `${url}/api/v1/dataset/`
  const id = await idOf(page, list, 'table_name', dataset)
  if (id !== undefined) return id
  if (sql === undefined) throw new Error(`${kind}: there is no dataset ${dataset}.`)
  const database = await idOf(page, `${url}/api/v1/database/`, 'database_name', 'examples')
  /** @type {{ result: string }} */
  const { result } = await fetchJson(page, `${url}/api/v1/security/csrf_token/`)
  const made = await page.request.post(list, {
    data: { database, schema: 'main', table_name: dataset, sql },
    headers: { 'x-csrftoken': result, referer: `${url}/` },
  })
  if (made.status() !== 201) throw new Error(`${kind}: ${await made.text()}`)
  return /** @type {{ id: number }} */ (await made.json()).id
}

/**
 * @param {Page} page
 * @param {string} url
 * @param {NonNullable<Picture['charts']>} charts
 */
async function savedCharts(page, url, charts) {
  const entries = Object.entries(charts).map(async ([control, names]) => {
    const ids = names.map((name) => idOf(page, `${url}/api/v1/chart/`, 'slice_name', name))
    return [control, await Promise.all(ids)]
  })
  return /** @type {Record<string, number[]>} */ (Object.fromEntries(await Promise.all(entries)))
}

/**
 * Milliseconds without changes: a slowly painted map shows its last image until it has been idle for a fifth of a
 * second.
 */
const REST = 300
const MAX_SHOTS = 20

/**
 * Returns a screenshot once it no longer changes.
 * @param {Page} page
 * @returns {Promise<Buffer>}
 */
export async function captureWhenIdle(page) {
  let last = await page.screenshot({ animations: 'disabled' })
  for (let shots = 1; shots < MAX_SHOTS; shots += 1) {
    await page.waitForTimeout(REST)
    const next = await page.screenshot({ animations: 'disabled' })
    if (next.equals(last)) break
    last = next
  }
  return last
}

/**
 * Returns the form of an image, with the ids of its dataset and of the charts that it names.
 * @param {Page} page
 * @param {string} url
 * @param {Picture} picture
 * @returns {Promise<Record<string, unknown> & { viz_type: string, datasource: string }>}
 */
export async function formOf(page, url, picture) {
  return {
    viz_type: picture.kind,
    datasource: `${await datasetOf(page, url, picture)}__table`,
    ...picture.form,
    ...(await savedCharts(page, url, picture.charts ?? {})),
  }
}

/**
 * Draws an image alone on a page of `SIZE`, signed in to the product at `url`; returns it as PNG.
 * @param {Page} page
 * @param {string} url
 * @param {Picture} picture
 * @param {(page: Page, address: string) => Promise<unknown>} [go]
 * @returns {Promise<Buffer>}
 */
export async function drawPicture(page, url, picture, go = (_, address) => page.goto(address)) {
  const said = encodeURIComponent(JSON.stringify(await formOf(page, url, picture)))
  await go(page, `${url}/explore?standalone=1&form_data=${said}`)
  await page.locator('[data-status=rendered]').waitFor({ timeout: 60_000 })
  await page.evaluate(async () => {
    await document.fonts.ready
    // Text measured before its font was loaded is laid out again.
    for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    // Removes the zoom buttons of a map, as on cards: an image is not interactive.
    for (const tools of document.querySelectorAll('[data-side]:has([aria-label="Zoom in"])'))
      if (tools instanceof HTMLElement) tools.style.visibility = 'hidden'
  })
  return captureWhenIdle(page)
}
