import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessibleInBoth, test } from './facet.ts'
import { control, newChart, panel, addButton, runQuery, source } from './panel.ts'

interface Opened {
  readonly name: string
  readonly opener: (page: Page) => Locator
  /** Further views after the first; each is checked. */
  readonly faces?: (dialog: Locator, page: Page) => readonly (() => Promise<void>)[]
}

const tabs = (dialog: Locator, names: readonly string[]) =>
  names.map((name) => () => dialog.getByRole('tab', { name, exact: true }).click())

const add = (name: string, text: string) => (page: Page) => control(page, name).getByRole('button', { name: text })

const ofTable: readonly Opened[] = [
  {
    name: 'Edit filter',
    opener: add('adhoc_filters', 'Add a filter'),
    faces: (dialog, page) => [
      async () => {
        await dialog.getByRole('combobox', { name: 'Column' }).click()
        await page.getByRole('option', { name: /Category/ }).click()
        await dialog.getByRole('combobox', { name: 'Values' }).click()
        await expect(page.getByRole('option', { name: /Classic/ })).toBeVisible()
      },
      async () => {
        await page.keyboard.press('Escape')
        await dialog.getByRole('tab', { name: 'Custom SQL' }).click()
      },
    ],
  },
  {
    name: 'Edit metric',
    opener: add('metrics', 'Add a metric'),
    faces: (dialog) => tabs(dialog, ['Simple', 'Custom SQL', 'Saved']),
  },
  {
    name: 'Edit columns',
    opener: add('groupby', 'Add columns'),
    faces: (dialog) => tabs(dialog, ['Custom SQL', 'Simple']),
  },
  {
    name: 'Edit time range',
    opener: (page) => panel(page).getByRole('button', { name: /^Time range: / }),
    faces: (dialog, page) =>
      ['Last', 'Previous', 'Custom', 'Advanced', 'No filter'].map((kind) => async () => {
        await dialog.getByRole('combobox', { name: 'RANGE TYPE' }).click()
        await page.getByRole('option', { name: kind, exact: true }).click()
      }),
  },
]

const ofTableLook: readonly Opened[] = [
  { name: 'Edit formatter', opener: (page) => panel(page).getByRole('button', { name: 'Add new color formatter' }) },
  {
    name: 'Settings of Revenue',
    opener: (page) => panel(page).getByRole('button', { name: 'Settings of Revenue' }),
  },
]

const ofLine: readonly Opened[] = [
  { name: 'Edit annotation layer', opener: add('annotation_layers', 'Add annotation layer') },
  {
    name: 'Select a visualization type',
    opener: (page) => panel(page).getByRole('button', { name: 'View all charts' }),
  },
  {
    name: 'Column profile of Category',
    opener: (page) => source(page).getByRole('button', { name: 'Column profile of Category' }),
  },
  { name: 'Save chart', opener: (page) => page.getByRole('button', { name: 'Save', exact: true }) },
]

/** Opens each, checks all its views, closes it by Escape, and checks that focus has returned. */
async function walkThrough(page: Page, list: readonly Opened[]): Promise<void> {
  for (const { name, opener, faces } of list)
    await test.step(name, async () => {
      await opener(page).click()
      const dialog = page.getByRole('dialog', { name, exact: true })
      await expect(dialog).toBeVisible()
      await expectAccessibleInBoth(page)
      for (const face of faces?.(dialog, page) ?? []) {
        await face()
        await expectAccessibleInBoth(page)
      }
      await test.step('E-CONTROLS-11: Escape closes it and restores the focus', async () => {
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
        await expect(opener(page)).toBeFocused()
      })
    })
}

test('Every popover of explore is accessible, closes on Escape and restores the focus, light and dark', async ({
  page,
  facet,
}) => {
  // Each view gets the full accessibility check, which takes a second or two.
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await newChart(page, facet, 'pizza', 'table')
  await addButton(page, 'Revenue').first().click()
  await addButton(page, 'Category').click()
  await runQuery(page)
  await expectAccessibleInBoth(page, { strict: true })
  await walkThrough(page, ofTable)
  await panel(page).getByRole('tab', { name: 'Customize' }).click()
  await expectAccessibleInBoth(page, { strict: true })
  await walkThrough(page, ofTableLook)
  await panel(page).getByRole('tab', { name: 'Data' }).click()
  await panel(page).getByRole('button', { name: 'Line Chart', exact: true }).click()
  await runQuery(page)
  for (const name of ['Annotations and layers', 'Advanced analytics']) {
    const toggle = panel(page)
      .getByRole('button', { name: new RegExp(name, 'i') })
      .first()
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  }
  await expectAccessibleInBoth(page, { strict: true })
  await walkThrough(page, ofLine)
})
