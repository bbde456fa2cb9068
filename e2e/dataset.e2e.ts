import type { Page } from '@playwright/test'
import { type Calls, callsOf, datasetNamed } from './calls.ts'
import { expect, expectAccessible, type Facet, test } from './facet.ts'
import { postedSql } from './sql-page.ts'

/** Dialogs, without the page behind them. */
const DIALOG = '[role=dialog]'

const source = (page: Page) => page.getByRole('complementary', { name: 'Chart source' })
const changeDialog = (page: Page) => page.getByRole('dialog', { name: 'Change dataset' })

/** Returns the id of a database. */
async function databaseOf(calls: Calls): Promise<number> {
  const { ids } = await calls.get<{ ids: number[] }>('/api/v1/database/')
  return ids[0] ?? 0
}

async function fromMenu(page: Page, item: string): Promise<void> {
  await source(page).getByRole('button', { name: 'Options for the dataset' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function choose(page: Page, name: string): Promise<void> {
  await changeDialog(page).getByRole('searchbox').fill(name)
  await page.keyboard.press('Enter')
  await expect(changeDialog(page).locator('[aria-busy=true]')).toHaveCount(0)
  await changeDialog(page).getByRole('button', { name, exact: true }).click()
}

async function explore(page: Page, facet: Facet, name: string): Promise<void> {
  const id = await datasetNamed(await callsOf(page, facet), name)
  await page.goto(`${facet.url}/explore?dataset_id=${id}`)
  await expect(source(page)).toContainText(name)
}

test('A new chart without URL parameters pages and searches datasets, changes the selection and confirms it', async ({
  page,
  facet,
}) => {
  const calls = await callsOf(page, facet)
  const database = await databaseOf(calls)
  const made = Array.from({ length: 26 }, (_, at) => `paged ${String(at).padStart(2, '0')}`)
  for (const table_name of made) await calls.post('/api/v1/dataset/', { database, table_name, sql: 'SELECT 1 AS one' })
  await page.goto(`${facet.url}/explore`)
  await test.step('E-STATE-04: shows which URL parameters are missing', async () => {
    await expect(page.getByText('Missing URL parameters')).toBeVisible()
    await expect(page.getByText('The URL is missing the dataset_id or slice_id parameters.')).toBeVisible()
  })
  await test.step('E-STATE-06: a button opens the dataset dialog', async () => {
    await page.getByRole('button', { name: 'Change dataset' }).click()
    await expect(changeDialog(page)).toBeVisible()
  })
  const dialog = changeDialog(page)
  await test.step('E-DATASET-02: the dialog shows a warning', async () => {
    await expect(dialog).toContainText(
      'Warning! Changing the dataset may break the chart if the metadata does not exist.',
    )
    await expect(dialog.getByRole('row')).not.toHaveCount(1)
    await expectAccessible(page, { within: DIALOG })
  })
  await test.step('E-DATASET-03: shows pages of 25, and searches', async () => {
    const shown = dialog.getByRole('table').getByRole('button', { name: /^paged/ })
    await dialog.getByRole('searchbox').fill('paged')
    await expect(dialog.getByText('1 – 25 of 26')).toBeVisible()
    await expect(shown).toHaveCount(25)
    await expect(shown.first()).toHaveText('paged 25')
    await expect(dialog.getByRole('button', { name: 'Previous page' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Next page' }).click()
    await expect(shown).toHaveText(['paged 00'])
    await dialog.getByRole('searchbox').fill('AGED 1')
    await expect(shown).toHaveCount(10)
  })
  await test.step('E-DATASET-04: confirms the selected dataset', async () => {
    await choose(page, 'weather')
    await expect(dialog).toContainText('Changing the dataset to weather may break the chart. Proceed?')
    await expect(dialog.getByRole('table')).toBeHidden()
  })
  await test.step('E-DATASET-05: Cancel returns to the list', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByRole('table')).toBeVisible()
    await expect(dialog.getByRole('searchbox')).toBeVisible()
  })
  await test.step('E-DATASET-06: Proceed fetches the dataset and assigns it to the chart', async () => {
    await choose(page, 'weather')
    const fetched = page.waitForResponse((answer) => /\/datasource\/get\/table\/\d+\/$/.test(answer.url()))
    await dialog.getByRole('button', { name: 'Proceed' }).click()
    expect((await fetched).status()).toBe(200)
    await expect(source(page)).toContainText('weather')
  })
  await test.step('E-DATASET-08: shows a success message', async () => {
    await expect(page.getByText('Successfully changed dataset!')).toBeVisible()
  })
  await test.step('E-DATASET-07: closes the dialog', async () => {
    await expect(dialog).toBeHidden()
  })
})

test.describe('A missing dataset', () => {
  test.use({ allowErrors: /404/ })
  test('is reported, with a link to select another one', async ({ page, facet }) => {
    await test.step('E-STATE-05: reports a missing dataset', async () => {
      await page.goto(`${facet.url}/explore?dataset_id=999999`)
      await expect(page.getByText('Missing dataset')).toBeVisible()
      await expect(page.getByText('The dataset linked to this chart may have been deleted.')).toBeVisible()
    })
    await test.step('E-STATE-06: a button selects another dataset', async () => {
      await page.getByRole('button', { name: 'Change dataset' }).click()
      await choose(page, 'co2')
      await changeDialog(page).getByRole('button', { name: 'Proceed' }).click()
      await expect(source(page)).toContainText('co2')
    })
  })
})

test.describe('Swapping the dataset of a chart', () => {
  test.use({ allowErrors: /500/ })
  test('reports a failure, succeeds, is undone and redone, and is present after a reload', async ({ page, facet }) => {
    await explore(page, facet, 'flights')
    await page.route('**/datasource/get/**', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"The lock is held"}' }),
    )
    await test.step('E-DATASET-09: shows why a dataset cannot be fetched', async () => {
      await fromMenu(page, 'Change dataset')
      await choose(page, 'weather')
      await changeDialog(page).getByRole('button', { name: 'Proceed' }).click()
      const message = page.getByRole('group', { name: /The lock is held/ })
      await expect(message).toBeVisible()
      // The next message waits until this one ends.
      await message.getByRole('button', { name: 'Dismiss' }).click()
    })
    await test.step('A-SHELL-04: sets the dataset, undoes, redoes, and keeps it after a reload', async () => {
      await page.unroute('**/datasource/get/**')
      await changeDialog(page).getByRole('button', { name: 'Proceed' }).click()
      await expect(page.getByText('Successfully changed dataset!')).toBeVisible()
      await expect(source(page)).toContainText('weather')
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(source(page)).toContainText('flights')
      await page.getByRole('button', { name: 'Redo' }).click()
      await expect(source(page)).toContainText('weather')
      await page.reload()
      await expect(source(page)).toContainText('weather')
    })
  })
})

test('Shows the SQL and rows of a dataset, here and in the SQL editor, and saves it under another name', async ({
  page,
  facet,
}) => {
  await explore(page, facet, 'weather')
  await test.step('E-DATASET-01: the dataset menu opens a query preview', async () => {
    await fromMenu(page, 'Query preview')
    const preview = page.getByRole('dialog', { name: 'Query preview' })
    await expect(preview.getByRole('textbox', { name: 'SQL' })).toHaveText(/SELECT/)
    await expect(preview.getByText('2012-01-01 00:00:00').first()).toBeVisible()
    await expectAccessible(page, { within: DIALOG })
    await page.keyboard.press('Escape')
  })
  await test.step('C-SQL-02: opens the SQL editor with dataset and SQL', async () => {
    const posted = postedSql(page)
    await fromMenu(page, 'View in SQL Lab')
    const { sqlPage, datasourceKey, sql } = await posted
    expect(datasourceKey).toMatch(/^\d+__table$/)
    expect(sql).toMatch(/^SELECT/)
    await expect(sqlPage.getByRole('heading', { level: 1 })).toHaveText('SQL editor')
    await expect(sqlPage.getByRole('textbox', { name: /^SQL of / })).toContainText('SELECT')
    await sqlPage.close()
  })
  await test.step('E-DATASET-01: the dataset menu saves it as another dataset', async () => {
    await fromMenu(page, 'Save as dataset')
    // Only a name that is cut off has a tooltip.
    const name = `A copy of the weather in Seattle ${test.info().workerIndex}-${test.info().retry}`
    const dialog = page.getByRole('dialog', { name: 'Save as dataset' })
    await dialog.getByRole('textbox', { name: 'Dataset name' }).fill(name)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('The dataset has been saved')).toBeVisible()
    // A render under the pointer ends the hover: the pointer comes again.
    await expect(async () => {
      await page.mouse.move(0, 0)
      await source(page).getByText(name).hover()
      await expect(page.getByRole('tooltip', { name })).toBeVisible({ timeout: 2_000 })
    }).toPass()
  })
})

test.describe('The dataset editor', () => {
  test.use({ allowErrors: /500/ })
  test('keeps unsaved changes, confirms, reports a failure and saves', async ({ page, facet }) => {
    await explore(page, facet, 'gapminder')
    await fromMenu(page, 'Edit dataset')
    const editor = page.getByRole('dialog', { name: /^Edit dataset/ })
    await test.step('E-DATASET-13: the editor fills the height of the window, with Cancel and Save', async () => {
      const height = page.viewportSize()?.height ?? 0
      await expect.poll(async () => (await editor.boundingBox())?.height ?? 0).toBeGreaterThan(height * 0.75)
      await expect(editor.getByRole('button', { name: 'Cancel', exact: true })).toBeEnabled()
      await expect(editor.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
    })
    await test.step('E-DATASET-22: Save is disabled while an item is incomplete', async () => {
      await editor.getByRole('tab', { name: /^Calculated columns/ }).click()
      await editor.getByRole('button', { name: 'Add item' }).click()
      await expect(editor.getByRole('textbox', { name: /^Column name/ })).toBeFocused()
      await expect(editor.getByText('SQL expression required: new column')).toBeVisible()
      await expect(editor.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
      await editor.getByRole('textbox', { name: 'SQL expression' }).fill('1 + 1')
      await editor.getByRole('textbox', { name: /^Column name/ }).fill('two')
    })
    await test.step('E-DATASET-14: no link to the legacy editor while it is disabled', async () => {
      await expectAccessible(page, { within: DIALOG })
      await expect(editor.getByRole('link', { name: /legacy/ })).toHaveCount(0)
    })

    await test.step('E-DATASET-19: a click on the overlay keeps the editor open', async () => {
      // The mask has no role or name; click a point outside the dialog.
      await page.mouse.click(4, 4)
      await expect(editor.getByRole('textbox', { name: /^Column name/ })).toHaveValue('two')
    })
    await editor.getByRole('textbox', { name: /^Column name/ }).press('Escape')
    await expect(editor.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(editor.getByRole('textbox', { name: /^Column name/ })).toHaveValue('two')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(source(page)).toContainText('gapminder')
    await fromMenu(page, 'Edit dataset')
    await expect(editor.getByText('What you changed before and did not save is here again.')).toBeVisible()

    let saves = 0
    let body = '{"error":"The disk is full"}'
    await page.route('**/datasource/save/', (route) => {
      saves++
      return route.fulfill({ status: 500, contentType: 'application/json', body })
    })
    const confirm = page.getByRole('alertdialog', { name: 'Confirm save' })
    const save = async () => {
      await test.step('E-DATASET-16: the confirmation describes the effect on charts', async () => {
        await editor.getByRole('button', { name: 'Save', exact: true }).click()
        await expect(confirm).toContainText('The configuration of this dataset affects all charts that use it')
        await expect(confirm).toContainText('Are you sure you want to save and apply changes?')
        await confirm.getByRole('button', { name: 'OK' }).click()
      })
    }
    await test.step('E-DATASET-15: Save shows a confirmation', async () => {
      await editor.getByRole('button', { name: 'Save', exact: true }).click()
      await confirm.getByRole('button', { name: 'Cancel' }).click()
      await expect(confirm).toBeHidden()
      expect(saves).toBe(0)
    })
    await save()
    const problem = page.getByRole('alertdialog', { name: 'Error' })
    await test.step('E-DATASET-18: the editor stays open after a failure', async () => {
      await expect(problem).toContainText('The disk is full')
      expect(saves).toBe(1)
      await problem.getByRole('button', { name: 'OK' }).click()
      await expect(problem).toBeHidden()
      await expect(editor).toBeVisible()
    })
    await test.step('E-DATASET-21: shows a failure without a reason', async () => {
      body = '{}'
      await save()
      await expect(problem).toContainText('An error has occurred')
      await problem.getByRole('button', { name: 'OK' }).click()
    })
    await page.unroute('**/datasource/save/')
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/datasource/save/', async (route) => {
      await held
      await route.continue()
    })
    await test.step('E-DATASET-22: Save is disabled during a save', async () => {
      await save()
      await expect(editor.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    })
    await test.step('E-DATASET-20: shows a success message', async () => {
      release()
      const message = page.getByRole('group', { name: 'The dataset has been saved' })
      await expect(message).toBeVisible()
      await message.getByRole('button', { name: 'Dismiss' }).click()
    })
    await test.step('E-DATASET-17: closes the editor', async () => {
      await expect(editor).toBeHidden()
    })
    await test.step('A-SHELL-04: the chart shows the edited dataset', async () => {
      await expect(source(page).getByRole('button', { name: 'Add two to the chart' })).toBeVisible()
    })

    await fromMenu(page, 'Edit dataset')
    await editor.getByRole('tab', { name: /^Columns/ }).click()
    await editor.getByRole('button', { name: 'Sync columns from source' }).click()
    await expect(page.getByText('Columns are as the source has them')).toBeVisible()
    await editor.getByRole('button', { name: 'Cancel' }).click()
    await expect(editor).toBeHidden()
  })
})

test('Each tab of the dataset editor is accessible', { tag: '@extended' }, async ({ page, facet }) => {
  await explore(page, facet, 'gapminder')
  await fromMenu(page, 'Edit dataset')
  const editor = page.getByRole('dialog', { name: /^Edit dataset/ })
  for (const tab of ['Metrics', 'Columns', 'Settings', 'Source']) {
    await editor.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
    await expectAccessible(page, { within: DIALOG })
  }
})

test('Selects the calendar of a dataset with examples, and time ranges follow it', {
  tag: '@extended',
}, async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const database = await databaseOf(calls)
  const sql = "SELECT TIMESTAMP '2024-01-01' AS day, 1 AS n"
  const { id } = await calls.post('/api/v1/dataset/', { database, table_name: 'with a calendar', sql })
  const open = async () => {
    await page.goto(`${facet.url}/explore?dataset_id=${id}&viz_type=table`)
    await fromMenu(page, 'Edit dataset')
    await page.getByRole('tab', { name: 'Settings' }).click()
  }
  await page.clock.setFixedTime('2024-06-15T12:00:00Z')
  await open()
  const calendar = page.getByRole('group', { name: 'Calendar' })
  await expect(calendar.getByText('Jan 1 – Dec 31, 2023')).toBeVisible()
  await calendar.getByRole('combobox', { name: 'Years begin in' }).click()
  await page.getByRole('option', { name: 'April' }).click()
  // Fiscal years begin in April: the previous one ended on 31 March 2024.
  await expect(calendar.getByText('Apr 1, 2023 – Mar 31, 2024')).toBeVisible()
  await calendar.getByRole('combobox', { name: 'Weeks begin on' }).click()
  await page.getByRole('option', { name: 'Sunday' }).click()
  // 15 June 2024 is a Saturday; its week began on Sunday the 9th, the previous one on the 2nd.
  await expect(calendar.getByText('Jun 2 – 8, 2024')).toBeVisible()
  await calendar.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('combobox', { name: /search/i }).fill('kirit')
  await page.getByRole('option', { name: 'Pacific/Kiritimati' }).click()
  // There it is Sunday, 2:00: a week later than in UTC.
  await expect(calendar.getByText('Jun 9 – 15, 2024')).toBeVisible()
  await expectAccessible(page)
  const editor = page.getByRole('dialog', { name: /^Edit dataset/ })
  await editor.getByRole('textbox', { name: 'Extra' }).fill('{"week_start": 8, "time_zone": "Mars"}')
  await expect(
    editor.getByText('No calendar can be made of these settings in Extra: time_zone, week_start'),
  ).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await editor.getByRole('textbox', { name: 'Extra' }).fill('{"fiscal_year_start": 4}')
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alertdialog', { name: 'Confirm save' }).getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('The dataset has been saved')).toBeVisible()
  const year = new Date().getUTCMonth() < 3 ? new Date().getUTCFullYear() - 2 : new Date().getUTCFullYear() - 1
  await page.getByRole('button', { name: 'Time range: No filter' }).click()
  const range = page.getByRole('dialog', { name: 'Edit time range' })
  await range.getByRole('combobox', { name: 'RANGE TYPE' }).click()
  await page.getByRole('option', { name: 'Previous' }).click()
  await range.getByRole('radio', { name: 'previous calendar year' }).click()
  await expect(range.getByText(`Apr 1, ${year} – Mar 31, ${year + 1}`)).toBeVisible()
})

test.describe('Two users who edit a dataset', () => {
  test.use({ allowErrors: /412/ })
  test('the second user to save sees the conflict, loses nothing and gets both changes', { tag: '@extended' }, async ({
    page,
    facet,
  }) => {
    const calls = await callsOf(page, facet)
    const database = await databaseOf(calls)
    const { id } = await calls.post('/api/v1/dataset/', {
      database,
      table_name: 'of both',
      sql: 'SELECT 1 AS one, 2 AS two',
    })
    await page.goto(`${facet.url}/explore?dataset_id=${id}`)
    await fromMenu(page, 'Edit dataset')
    const editor = page.getByRole('dialog', { name: /^Edit dataset/ })
    await editor.getByRole('tab', { name: 'Settings' }).click()
    await editor.getByRole('textbox', { name: 'Description' }).fill('What I say')
    await calls.put(`/api/v1/dataset/${id}`, { default_endpoint: '/what/they/say' })
    const save = async () => {
      await editor.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('alertdialog', { name: 'Confirm save' }).getByRole('button', { name: 'OK' }).click()
    }
    await save()
    const problem = page.getByRole('alertdialog', { name: 'Error' })
    await expect(problem).toContainText('This was changed by someone else')
    await expect(problem).toContainText('Your changes are not saved, and none of them is lost.')
    await expectAccessible(page)
    await problem.getByRole('button', { name: 'Merge their changes' }).click()
    await expect(problem).toBeHidden()
    await expect(editor.getByRole('textbox', { name: 'Description' })).toHaveValue('What I say')
    await expect(editor.getByRole('textbox', { name: 'Default URL' })).toHaveValue('/what/they/say')
    await save()
    await expect(editor).toBeHidden()
    const { result } = await calls.get<{ result: object }>(`/api/v1/dataset/${id}`)
    expect(result).toMatchObject({ description: 'What I say', default_endpoint: '/what/they/say' })
  })
})
