import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expect, test } from './facet.ts'
import { drag } from './panel.ts'

interface DatasetDetail {
  readonly result: { readonly columns: readonly { readonly column_name: string }[] }
}
interface ChartRows {
  readonly result: readonly [{ readonly data: readonly object[] }]
}

test('A replacement file with a renamed column lists its charts, renames the column in them, and is undone in one step', async ({
  page,
  facet,
}) => {
  const own = `${test.info().workerIndex}_${test.info().retry}`
  const give = (name: string, text: string) =>
    page
      .locator('input[type=file]')
      .last()
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  const table = `harvest_${own}`
  await page.goto(facet.url)
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeEnabled()
  await give(`${table}.csv`, 'region,price\nnorth,1\nsouth,2\n')
  await page.getByRole('dialog').getByRole('button', { name: 'Load' }).click()
  await expect(page).toHaveURL(/explore\/?\?.*dataset_id=\d+/)
  const id = Number(new URL(page.url()).searchParams.get('dataset_id'))
  const calls = await callsOf(page, facet)
  const form = { viz_type: 'table', query_mode: 'raw', all_columns: ['region'], row_limit: 10 }
  const chart = await saveChart(calls, id, `Regions ${own}`, form)
  const columns = async () =>
    (await calls.get<DatasetDetail>(`/api/v1/dataset/${id}`)).result.columns.map(({ column_name: name }) => name)
  const rows = async (column: string) => {
    const queries = [{ columns: [column, 'price'], metrics: [], orderby: [['price', true]] }]
    const context = { datasource: { id, type: 'table' }, queries }
    return (await calls.ask<ChartRows>('/api/v1/chart/data', context)).result[0].data
  }
  const shown = async () => {
    const { result } = await calls.get<{ result: { params: string } }>(`/api/v1/chart/${chart.id}`)
    return (JSON.parse(result.params) as { all_columns: unknown }).all_columns
  }

  await page.goto(`${facet.url}/explore?slice_id=${chart.id}`)
  const source = page.getByRole('complementary', { name: 'Chart source' })
  await source.getByRole('button', { name: 'Options for the dataset' }).click()
  await page.getByRole('menuitem', { name: 'Replace data from a file…' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Choose a file' })).toBeEnabled()
  await give('next.csv', 'area,price\neast,3\nwest,4\n')
  const dialog = page.getByRole('dialog', { name: `Replace the data of "${table}" by "next.csv"` })
  const changed = dialog.getByRole('region', { name: 'Changed columns' })
  await expect(changed.getByRole('link', { name: `Regions ${own}` })).toBeVisible()
  await changed.getByRole('button', { name: 'Use "area"' }).click()
  await dialog.getByRole('button', { name: 'Replace data' }).click()
  await expect(dialog).toBeHidden()
  const done = page.getByText(`The data of "${table}" is replaced.`)
  await expect(done).toBeVisible()
  await expect.poll(columns).toEqual(['area', 'price'])
  await expect.poll(shown).toEqual(['area'])
  await expect
    .poll(() => rows('area'))
    .toEqual([
      { area: 'east', price: 3 },
      { area: 'west', price: 4 },
    ])

  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect.poll(columns).toEqual(['region', 'price'])
  await expect.poll(shown).toEqual(['region'])
  await expect
    .poll(() => rows('region'))
    .toEqual([
      { region: 'north', price: 1 },
      { region: 'south', price: 2 },
    ])
})

test('Drags columns between folders and folders into folders, with undo', async ({ page, facet }) => {
  await page.goto(facet.url)
  const calls = await callsOf(page, facet)
  const id = await datasetNamed(calls, 'airports')
  await page.goto(`${facet.url}/explore?dataset_id=${id}`)
  const source = page.getByRole('complementary', { name: 'Chart source' })
  await source.getByRole('button', { name: 'Options for the dataset' }).click()
  await page.getByRole('menuitem', { name: 'Edit dataset' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit dataset airports' })
  await editor.getByRole('tab', { name: /^Folders/ }).click()
  for (const name of ['Where', 'What']) {
    await editor.getByRole('button', { name: 'Add folder', exact: true }).click()
    await editor.getByRole('textbox', { name: 'Name of folder New folder' }).fill(name)
  }
  await editor.getByRole('combobox', { name: 'Add to Where' }).click()
  await page.getByRole('option', { name: /^state/ }).click()
  const folder = (name: string) => editor.getByRole('listitem', { name, exact: true })
  const entry = (name: string) => folder(name).getByRole('listitem').filter({ hasText: 'state' })
  await expect(entry('Where')).toBeVisible()
  await drag(page, entry('Where'), editor.getByRole('textbox', { name: 'Name of folder What' }))
  await expect(entry('What')).toBeVisible()
  await expect(entry('Where')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(entry('Where')).toBeVisible()
  await expect(entry('What')).toHaveCount(0)
})
