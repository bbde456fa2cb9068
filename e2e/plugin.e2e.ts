import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expect, expectAccessible, type Facet, test } from './facet.ts'
import { picture } from './panel.ts'

const EXAMPLE = fileURLToPath(new URL('../docs/develop/plug-ins/dot_plot.js', import.meta.url))
const FORM = { groupby: ['time_of_day'], metric: 'flights' }

const hashOf = (bytes: Buffer | string) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** Writes a module into the home of the server, and returns its registration. */
function put(facet: Facet, key: string, code?: string) {
  const folder = join(facet.home, 'plugins')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${key}.js`)
  if (code === undefined) copyFileSync(EXAMPLE, file)
  else writeFileSync(file, code)
  return { name: key, key, bundle_url: `/dynamic-plugins/files/${key}.js`, integrity: hashOf(readFileSync(file)) }
}

test.use({
  facetEnv: { FACET_FEATURE_DYNAMIC_PLUGINS: '1' },
  // Errors of a plug-in appear only in the console.
  allowErrors: /[Pp]lug-in|integrity|422/,
})

test('A plug-in chart is registered, drawn and filters, and harms nothing when it fails', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const flights = await datasetNamed(calls, 'flights')
  const known = put(facet, 'dot_plot')
  await calls.post('/api/v1/dynamic_plugin/', {
    ...put(facet, 'other_bytes'),
    integrity: hashOf('other bytes than those that are there'),
  })
  await calls.post(
    '/api/v1/dynamic_plugin/',
    put(
      facet,
      'thrower',
      `export const contract = 1
       export default () => ({ meta: { name: 'Thrower', description: 'Throws.', category: 'Other' }, controls: [],
         toQueries: (form) => [{ columns: [], metrics: ['flights'] }],
         toProps: () => { throw new Error('toProps of a plug-in') }, View: () => null })`,
    ),
  )

  await test.step('an administrator adds it in the list of plug-ins', async () => {
    await page.goto(`${facet.url}/chart/list`)
    await page.getByRole('link', { name: 'Plug-ins' }).click()
    await page.getByRole('button', { name: 'Plug-in', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add plug-in' })
    await dialog.getByLabel('Name').fill('Dot plot')
    await dialog.getByLabel('Key').fill('pie')
    await dialog.getByLabel('Address').fill(known.bundle_url)
    await dialog.getByLabel('Integrity').fill(known.integrity)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(/A chart type with this name already exists/)).toBeVisible()
    await dialog.getByLabel('Key').fill('dot_plot')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row', { name: /dot_plot/ })).toBeVisible()
  })

  await test.step('explore draws its charts, and the gallery lists it', async () => {
    const { id } = await saveChart(calls, flights, 'Dots', { viz_type: 'dot_plot', ...FORM })
    await page.goto(`${facet.url}/explore?slice_id=${id}`)
    const dots = picture(page).getByRole('img', { name: '5 groups by flights' })
    await expect(dots.locator('circle')).toHaveCount(5)
    // Read from the flights file: 818,962 leave in the morning, 117,982 at night.
    await expect(dots.locator('g').first()).toContainText('Morning')
    await expect(dots.locator('g').last()).toContainText('Night')
    await page.getByRole('button', { name: 'View all charts' }).click()
    const gallery = page.getByRole('dialog', { name: 'Select a visualization type' })
    await expect(gallery.getByRole('button', { name: 'Dot Plot' })).toBeVisible()
    await expect(gallery.getByRole('button', { name: 'Other bytes' })).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('the plugin filters a dashboard, and an error affects its own tile only', async () => {
    const { id } = await calls.post('/api/v1/dashboard/', { dashboard_title: 'Plugged', published: true })
    const charts = [
      await saveChart(calls, flights, 'Dots here', { viz_type: 'dot_plot', ...FORM }, [id]),
      await saveChart(calls, flights, 'Thrown', { viz_type: 'thrower' }, [id]),
      await saveChart(calls, flights, 'Unknown bytes', { viz_type: 'other_bytes', ...FORM }, [id]),
      await saveChart(calls, flights, 'All flights', { viz_type: 'big_number_total', metric: 'flights' }, [id]),
    ]
    expect(charts).toHaveLength(4)
    await page.goto(`${facet.url}/dashboard/${id}`)
    const tile = (name: string) => page.getByRole('article', { name, exact: true })
    await expect(tile('All flights').getByTitle('3000000')).toBeVisible()
    await expect(tile('Thrown').getByText(/toProps of a plug-in/)).toBeVisible()
    await expect(tile('Unknown bytes').getByText('This visualization type is not supported.')).toBeVisible()
    await tile('Dots here').locator('circle').last().click()
    await expect(tile('All flights').getByTitle('117982')).toBeVisible()
  })

  await test.step('the charts of a removed plugin show a message and stay unchanged', async () => {
    const { result } = await calls.get<{ result: { id: number; key: string }[] }>('/api/v1/dynamic_plugin/')
    for (const { id } of result) await calls.remove(`/api/v1/dynamic_plugin/${id}`)
    await page.reload()
    const tile = page.getByRole('article', { name: 'Dots here', exact: true })
    await expect(tile.getByText('This visualization type is not supported.')).toBeVisible()
  })
})
