import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { waitUntilDrawn } from './panel.ts'
import { userPage } from './users.ts'

test('Lists offer no action that the server would reject', async ({ page, facet, browser }) => {
  const calls = await callsOf(page, facet)
  const { id } = await calls.post('/api/v1/annotation_layer/', { name: 'Read only' })
  const inside = { short_descr: 'A day', start_dttm: '2001-05-28', end_dttm: '2001-05-28' }
  await calls.post(`/api/v1/annotation_layer/${id}/annotation/`, inside)
  const reader = await userPage(browser, facet, 'Gamma', { more: [['can_read', 'Annotation']] })
  const actions = reader.getByRole('button', { name: /^(Edit|Delete .*|Bulk select|Annotation layer)$/ })
  await reader.goto(`${facet.url}/annotation_layer/list`)
  await expect(reader.getByRole('link', { name: 'Read only' })).toBeVisible()
  await expect(actions).toHaveCount(0)
  await reader.getByRole('searchbox').fill('nothing is named so')
  await expect(reader.getByText('Nothing matches')).toBeVisible()
  await reader.goto(`${facet.url}/annotation_layer/${id}`)
  await reader.getByRole('cell', { name: 'A day' }).click()
  await expect(reader.getByRole('dialog')).toHaveCount(0)
  await expect(actions).toHaveCount(0)
  // Only the column header.
  await expect(reader.getByRole('button', { name: 'Annotation', exact: true })).toHaveCount(1)
  await reader.getByRole('link', { name: 'Annotation layers' }).click()
  await expect(reader).toHaveURL(/annotation_layer\/list/)
  await reader.goto(`${facet.url}/dataset/list`)
  await expect(reader.getByText('No datasets yet')).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Dataset' })).toHaveCount(0)
  await calls.remove(`/api/v1/annotation_layer/${id}/annotation/?q=!(${(await annotationsOf(id)).join()})`)
  await calls.remove(`/api/v1/annotation_layer/${id}`)

  async function annotationsOf(layer: number): Promise<number[]> {
    return (await calls.get<{ ids: number[] }>(`/api/v1/annotation_layer/${layer}/annotation/`)).ids
  }
})

test("Other users' rows can be exported in bulk, and only rows of the user deleted", async ({
  page,
  facet,
  browser,
}) => {
  const others = await callsOf(page, facet)
  const dataset = await datasetNamed(others, 'pizza')
  const writer = await userPage(browser, facet, 'Alpha')
  const own = await callsOf(writer, facet)
  const form = { viz_type: 'big_number_total', metric: 'orders' }
  await saveChart(others, dataset, 'Of somebody else', form)
  await saveChart(own, dataset, 'Mine among others', form)
  await writer.goto(`${facet.url}/chart/list`)
  await writer.getByRole('button', { name: 'Bulk select' }).click()
  for (const name of ['Of somebody else', 'Mine among others'])
    await writer.getByRole('checkbox', { name, exact: true }).click({ force: true })
  await expect(writer.getByText('2 selected').first()).toBeVisible()
  await expect(writer.getByRole('button', { name: 'Export', exact: true })).toBeEnabled()
  await writer.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(writer.getByRole('alertdialog')).toContainText('Mine among others')
  await expect(writer.getByRole('alertdialog')).not.toContainText('Of somebody else')
  await writer.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(writer.getByText('Deleted: Mine among others')).toBeVisible()
  await expect(writer.getByRole('link', { name: 'Of somebody else', exact: true })).toBeVisible()
})

test('Missing permissions to overwrite, edit or use SQL Lab are explained at the action', async ({
  facet,
  browser,
}) => {
  const writer = await userPage(browser, facet, 'Alpha')
  await writer.goto(`${facet.url}/chart/list?search=Share+of+revenue`)
  await writer.getByRole('link', { name: 'Share of revenue', exact: true }).click()
  await waitUntilDrawn(writer)
  // The user owns nothing to overwrite: the shortcut asks for a name.
  await writer.keyboard.press('Control+s')
  const dialog = writer.getByRole('dialog', { name: 'Save chart' })
  await expect(dialog.getByRole('radio', { name: /^Save \(Overwrite\)/ })).toBeDisabled()
  await expect(dialog).toContainText('You must be a chart owner in order to overwrite it.')
  await expect(dialog.getByRole('radio', { name: 'Save as...' })).toBeChecked()
  await expectAccessible(writer)
  await writer.keyboard.press('Escape')
  await writer.getByRole('button', { name: 'Options for the dataset' }).click()
  await expect(writer.getByRole('menuitem', { name: 'View in SQL Lab' })).toHaveAttribute('aria-disabled', 'true')
  await test.step('E-DATASET-25: the item is disabled, and explains why', async () => {
    const edit = writer.getByRole('menuitem', { name: 'Edit dataset' })
    await expect(edit).toHaveAttribute('aria-disabled', 'true')
    await expect(edit).toHaveAccessibleDescription(
      'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
    )
  })
  await expect(writer.getByRole('menuitem', { name: 'Save as dataset' })).not.toHaveAttribute('aria-disabled', 'true')
  await expect(writer.getByRole('menuitem', { name: 'View in SQL Lab' })).toHaveAccessibleDescription(
    'You do not have permission to use SQL Lab.',
  )
  await writer.keyboard.press('Escape')
  await writer.getByRole('button', { name: 'More', exact: true }).click()
  await expect(writer.getByRole('menuitem', { name: 'Run in SQL Lab' })).toHaveAttribute('aria-disabled', 'true')
})
