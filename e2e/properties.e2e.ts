import type { Locator } from '@playwright/test'
import { openFlightsDashboard } from './dashboards.ts'
import { callsOf } from './calls.ts'
import { expectDrawn } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'

interface Stored {
  readonly result: { readonly slug: string | null; readonly certified_by: string; readonly json_metadata: string }
}

test.use({ allowErrors: /status of 4(12|22)/ })

test('Edits, validates and saves dashboard properties, keeps hidden ones, and copies them', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const id = await openFlightsDashboard(page, facet)
  const other = await calls.post('/api/v1/dashboard/', { dashboard_title: 'Other', slug: `taken-${Date.now()}` })
  const { result: taken } = await calls.get<Stored>(`/api/v1/dashboard/${other.id}`)
  const stored = async () => (await calls.get<Stored>(`/api/v1/dashboard/${id}`)).result
  const before = JSON.parse((await stored()).json_metadata) as Record<string, unknown>
  const dialog = page.getByRole('dialog', { name: 'Dashboard properties' })
  const open = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Edit properties' }).click()
    await expect(dialog).toBeVisible()
  }
  const save = () => dialog.getByRole('button', { name: 'Save' }).click()
  const slug = `trips-${Date.now()}`

  await open()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Trips of a year')
  await dialog.getByRole('textbox', { name: 'URL slug' }).fill(taken.slug ?? '')
  await dialog.getByRole('textbox', { name: 'Certified by' }).fill('Data team')
  await dialog.getByRole('combobox', { name: 'Color scheme' }).click()
  await page.getByRole('option', { name: /^D3 Category 10/i }).click()
  await save()
  await expect(dialog).toContainText('Must be unique')
  await dialog.getByRole('textbox', { name: 'URL slug' }).fill(slug)
  await save()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Trips of a year' })).toBeVisible()
  await expect(page.getByLabel('Certified by Data team')).toBeVisible()
  const after = await stored()
  expect([after.slug, after.certified_by]).toEqual([slug, 'Data team'])
  expect(JSON.parse(after.json_metadata)).toEqual({ ...before, color_scheme: 'd3Category10' })
  await page.goto(`${facet.url}/dashboard/${slug}`)
  await expectDrawn(page, 1)

  await test.step('a change in another tab is reported, and can be overwritten', async () => {
    await open()
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Mine')
    await calls.put(`/api/v1/dashboard/${id}`, { dashboard_title: 'Theirs' })
    await save()
    await expect(dialog).toContainText('You saved this dashboard in another tab ')
    await dialog.getByRole('button', { name: 'Overwrite theirs' }).click()
    await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible()
  })
  await test.step('invalid JSON is reported, and cannot be saved', async () => {
    await open()
    await dialog.getByRole('button', { name: 'Advanced' }).click()
    await dialog.getByRole('textbox', { name: 'JSON metadata' }).fill('{')
    await expect(dialog).toContainText('This is no JSON object')
    await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('all properties can be edited by keyboard in a small window, with the focus in view', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.getByRole('button', { name: 'More', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.type('Edit')
    await expect(page.getByRole('menuitem', { name: 'Edit properties' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    const reach = async (wanted: Locator) => {
      const isThere = () => wanted.evaluate((own) => own === document.activeElement)
      for (let at = 0; at < 60 && !(await isThere()); at += 1) {
        await page.keyboard.press('Tab')
        await expect(page.locator(':focus')).toBeInViewport()
      }
      await expect(wanted).toBeFocused()
    }
    await reach(dialog.getByRole('textbox', { name: 'Title' }))
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Typed')
    await page.keyboard.press('Escape')
    await expect(dialog).toContainText('There are unsaved changes.')
    await reach(dialog.getByRole('button', { name: 'Keep editing' }))
    await page.keyboard.press('Enter')
    await reach(dialog.getByRole('textbox', { name: 'Certified by' }))
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Keys alone')
    await reach(dialog.getByRole('button', { name: 'Save' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Typed' })).toBeVisible()
    await expect(page.getByLabel('Certified by Keys alone')).toBeVisible()
  })
  await test.step('I-08: a copy is a draft with the same charts and another name', async () => {
    await page.goto(`${facet.url}/dashboard/${slug}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Save as' }).click()
    const copy = page.getByRole('dialog', { name: 'Save dashboard as' })
    await expect(copy.getByRole('textbox', { name: 'Title' })).toHaveValue('Typed [copy]')
    await copy.getByRole('textbox', { name: 'Title' }).fill('Copied')
    await copy.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Copied' })).toBeVisible()
    await expectDrawn(page, 1)
    const made = await calls.get<Stored>(`/api/v1/dashboard/${page.url().split('/').at(-1)?.split('?')[0] ?? ''}`)
    expect(made.result.slug).toBeNull()
    expect(JSON.parse(made.result.json_metadata)).toMatchObject({ color_scheme: 'd3Category10' })
  })
})
