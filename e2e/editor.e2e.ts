import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './facet.ts'
import { control, newChart, addButton, pills } from './panel.ts'

const height = async (editor: Locator) => Math.round((await editor.boundingBox())?.height ?? 0)
const box = (editor: Locator) => editor.locator('xpath=ancestor::*[contains(@style, "min-height")][1]')

/** Opens the editor of a SQL expression in a new filter. */
async function openFilter(page: Page): Promise<Locator> {
  await control(page, 'adhoc_filters').getByRole('button', { name: 'Add a filter' }).click()
  const filter = page.getByRole('dialog', { name: 'Edit filter' })
  await filter.getByRole('tab', { name: 'Custom SQL' }).click()
  const editor = filter.getByRole('textbox', { name: 'SQL expression' })
  await expect(editor).toHaveAttribute('contenteditable', 'true')
  return editor
}

test('Writes SQL with completions and leaves the editor by keyboard', async ({ page, facet }) => {
  await newChart(page, facet, 'flights', 'table')
  await addButton(page, 'Origin').click()
  const editor = await openFilter(page)
  const filter = page.getByRole('dialog', { name: 'Edit filter' })
  await test.step('E-CONTROLS-15: shows 2 to 6 lines', async () => {
    // Lines of 20 pixels, plus 6 above and below including the border.
    await expect.poll(() => height(box(editor))).toBe(52)
    await editor.fill('a\nb\nc\nd')
    await expect.poll(() => height(box(editor))).toBe(92)
    await editor.fill('a\n'.repeat(20))
    await expect.poll(() => height(box(editor))).toBe(132)
    await editor.fill('')
  })
  await editor.pressSequentially('ori')
  const first = filter.getByRole('option').first()
  await expect(first).toContainText('origin')
  await expect(first).toContainText('VARCHAR')
  // The accessibility check takes longer than the 75 ms in which a new list ignores keys.
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(editor).toHaveText('origin')
  await page.keyboard.type(" = 'ORD' AND date_tr")
  await expect(filter.getByRole('option').first()).toContainText('date_trunc')
  await page.keyboard.press('Escape')
  await expect(filter.getByRole('option')).toHaveCount(0)
  await expect(filter).toBeVisible()
  await editor.fill("origin = 'ORD'")
  await expect(editor.locator('.tok-string')).toHaveText("'ORD'")
  await page.keyboard.press('Tab')
  await expect(editor).not.toBeFocused()
  await expect(editor).toHaveText("origin = 'ORD'")
  await filter.getByRole('button', { name: 'Save' }).click()
  await expect(pills(page, 'adhoc_filters')).toHaveCount(1)
})

test('Invalid JSON is marked at the position of the error', async ({ page, facet }) => {
  await newChart(page, facet, 'flights', 'table')
  await page.getByRole('button', { name: 'Options for the dataset' }).click()
  await page.getByRole('menuitem', { name: 'Edit dataset' }).click()
  const dialog = page.getByRole('dialog', { name: /^Edit dataset/ })
  await dialog.getByRole('tab', { name: /^Settings/ }).click()
  const editor = dialog.getByRole('textbox', { name: 'Template parameters' })
  await expect(editor).toHaveAttribute('contenteditable', 'true')
  await editor.fill('{"a": 1 x}')
  await expect(editor.locator('.cm-wrong')).toHaveText('x')
  await editor.fill('{"a": 1}')
  await expect(editor.locator('.cm-wrong')).toHaveCount(0)
})
