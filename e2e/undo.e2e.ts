import type { Page } from '@playwright/test'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expect, type Facet, test } from './facet.ts'
import { control, drag, waitUntilDrawn, panel, addButton, pills, source } from './panel.ts'

interface Gesture {
  readonly name: string
  readonly make: (page: Page) => Promise<void>
  /** Text input, which is applied shortly after the last key. */
  readonly isTyped?: true
}

const OFTEN = { intervals: [20, 50, 50, 100] }

/** Returns dataset, form data and name of the page's draft; undefined if the chart is unchanged. */
const held = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((each) => each.startsWith('facet:draft:explore:'))
    const { form, title } = JSON.parse((key && sessionStorage.getItem(key)) || '{}') as Record<string, unknown>
    return { form, title, source: document.querySelector('aside header')?.textContent }
  })

/** Returns the state once two reads, further apart than the typing delay, are equal. */
async function settledState(page: Page): Promise<unknown> {
  let last: unknown
  await expect(async () => {
    const before = last
    last = await held(page)
    expect(last).toEqual(before)
  }).toPass({ intervals: [700] })
  return last
}

/** Expects that each gesture is undone by one shortcut, wherever focus is, and redone by another. */
async function expectOneStepEach(page: Page, gestures: readonly Gesture[]): Promise<void> {
  for (const [index, { name, make, isTyped }] of gestures.entries())
    await test.step(name, async () => {
      const before = await held(page)
      await make(page)
      await expect.poll(() => held(page), OFTEN).not.toEqual(before)
      // Closes menus and dialogs first: the page's shortcuts do not apply inside them.
      await expect(page.locator('[role=menu], [role=dialog], [role=listbox]')).toHaveCount(0)
      const after = isTyped ? await settledState(page) : await held(page)
      await page.keyboard.press('Control+z')
      await expect.poll(() => held(page), OFTEN).toEqual(before)
      await page.keyboard.press(index % 2 === 0 ? 'Control+Shift+z' : 'Control+y')
      await expect.poll(() => held(page), OFTEN).toEqual(after)
    })
}

async function choose(page: Page, name: string, option: string | RegExp): Promise<void> {
  await control(page, name).getByRole('combobox').click()
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click()
}

const tab = (page: Page, name: string) => panel(page).getByRole('tab', { name, exact: true }).click()

const ofData: readonly Gesture[] = [
  { name: 'a metric by click', make: (page) => addButton(page, 'Orders').first().click() },
  { name: 'a column by drag', make: (page) => drag(page, addButton(page, 'Product'), control(page, 'groupby')) },
  {
    name: 'a metric by keys',
    make: async (page) => {
      await source(page).getByRole('button', { name: 'Select where to add Average ticket', exact: true }).focus()
      await page.keyboard.press('Enter')
      await page.keyboard.type('Add to Metrics')
      await expect(page.getByRole('menuitem', { name: 'Add to Metrics', exact: true })).toBeFocused()
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'the label of a metric',
    make: async (page) => {
      await pills(page, 'metrics').first().getByRole('button', { name: 'Revenue', exact: true }).click()
      const editor = page.getByRole('dialog', { name: 'Edit metric' })
      await editor.getByRole('tab', { name: 'Custom SQL' }).click()
      await editor.getByRole('textbox', { name: /SQL/ }).fill('SUM(price) * 2')
      await editor.getByRole('textbox', { name: 'Label' }).fill('Twice')
      await editor.getByRole('button', { name: 'Save' }).click()
      await expect(editor).toBeHidden()
    },
  },
  {
    name: 'a filter',
    make: async (page) => {
      await control(page, 'adhoc_filters').getByRole('button', { name: 'Add a filter' }).click()
      const editor = page.getByRole('dialog', { name: 'Edit filter' })
      await editor.getByRole('combobox', { name: 'Column' }).click()
      await page.getByRole('option', { name: /Category/ }).click()
      await editor.getByRole('combobox', { name: 'Values' }).fill('Classic')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      await editor.getByRole('button', { name: 'Save' }).click()
      await expect(pills(page, 'adhoc_filters')).toHaveCount(1)
    },
  },
  {
    name: 'the values of a filter',
    make: async (page) => {
      await pills(page, 'adhoc_filters').getByRole('button').first().click()
      const editor = page.getByRole('dialog', { name: 'Edit filter' })
      await editor.getByRole('combobox', { name: 'Values' }).fill('Veggie')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      await editor.getByRole('button', { name: 'Save' }).click()
      await expect(pills(page, 'adhoc_filters')).toHaveText(/Veggie/)
    },
  },
  {
    name: 'a filter removed',
    make: async (page) => {
      await pills(page, 'adhoc_filters')
        .getByRole('button', { name: /^Remove/ })
        .click()
    },
  },
  {
    name: 'another order by drag',
    make: (page) => drag(page, pills(page, 'metrics').last(), pills(page, 'metrics').first(), { edge: true }),
  },
  {
    name: 'another order by keys',
    make: async (page) => {
      await pills(page, 'groupby').last().getByRole('button').first().focus()
      await page.keyboard.press('Alt+ArrowUp')
    },
  },
  {
    name: 'a time range',
    make: async (page) => {
      await panel(page)
        .getByRole('button', { name: /^Time range: / })
        .click()
      const editor = page.getByRole('dialog', { name: 'Edit time range' })
      await editor.getByRole('combobox', { name: 'RANGE TYPE' }).click()
      await page.getByRole('option', { name: 'Last', exact: true }).click()
      await editor.getByRole('radio', { name: /quarter/i }).click()
      await editor.getByRole('button', { name: 'APPLY' }).click()
      await expect(editor).toBeHidden()
    },
  },
  { name: 'a row limit', make: (page) => choose(page, 'row_limit', '50') },
  {
    name: 'another dataset',
    make: async (page) => {
      await source(page).getByRole('button', { name: 'Options for the dataset' }).click()
      await page.getByRole('menuitem', { name: 'Change dataset' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change dataset' })
      await dialog.getByRole('searchbox').fill('weather')
      await dialog.getByRole('button', { name: 'weather', exact: true }).click()
      await dialog.getByRole('button', { name: 'Proceed' }).click()
      await expect(dialog).toBeHidden()
    },
  },
]

const ofLook: readonly Gesture[] = [
  {
    name: 'a switch, its focus still on it',
    make: (page) => panel(page).getByRole('checkbox', { name: 'Search box' }).click(),
  },
  {
    name: 'a condition',
    make: async (page) => {
      await panel(page).getByRole('button', { name: 'Add new color formatter' }).click()
      const editor = page.getByRole('dialog', { name: 'Edit formatter' })
      await editor.getByRole('combobox', { name: 'Column' }).click()
      await page.getByRole('option').first().click()
      await editor.getByRole('combobox', { name: 'Operator' }).click()
      await page.getByRole('option', { name: 'None' }).click()
      await editor.getByRole('button', { name: 'Save' }).click()
      await expect(editor).toBeHidden()
    },
  },
  {
    name: 'the width of a column, typed with a pause, and the popover left while its last keys wait',
    isTyped: true,
    make: async (page) => {
      const opener = panel(page).getByRole('button', { name: 'Settings of Revenue' })
      await opener.click()
      const editor = page.getByRole('dialog', { name: 'Settings of Revenue' })
      await editor.getByRole('textbox', { name: 'Min width' }).focus()
      await page.keyboard.type('1')
      await expect.poll(async () => JSON.stringify(await held(page)), OFTEN).toContain('"columnWidth":1}')
      await page.keyboard.type('80')
      await page.keyboard.press('Escape')
      await expect(editor).toBeHidden()
      await expect(opener).toBeFocused()
    },
  },
  {
    name: 'a name, letter by letter',
    isTyped: true,
    make: async (page) => {
      const name = page.getByRole('textbox', { name: 'Chart name' })
      await name.fill('')
      await name.pressSequentially('Of many letters')
      await page.keyboard.press('Tab')
    },
  },
]

const ofPie: readonly Gesture[] = [
  {
    name: 'a slider that is drawn',
    make: async (page) => {
      const track = control(page, 'outerRadius')
      const box = await track.getByRole('slider').locator('xpath=../..').boundingBox()
      if (!box) throw new Error('no slider')
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.down()
      for (const by of [20, 40, 60]) await page.mouse.move(box.x + box.width / 2 + by, box.y + box.height / 2)
      await page.mouse.up()
    },
  },
  {
    name: 'a slider, moved by a key',
    make: async (page) => {
      const slider = control(page, 'outerRadius').getByRole('slider')
      await slider.press('Home')
    },
  },
  { name: 'a colour scheme', make: (page) => choose(page, 'color_scheme', 'D3 Category 10') },
]

const ofLine: readonly Gesture[] = [
  {
    name: 'a formula over the chart',
    make: async (page) => {
      const toggle = panel(page).getByRole('button', { name: 'Annotations and Layers' })
      if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
      await panel(page).getByRole('button', { name: 'Add annotation layer' }).click()
      const editor = page.getByRole('dialog', { name: 'Edit annotation layer' })
      await editor.getByRole('textbox', { name: 'Name' }).fill('Mean')
      await editor.getByRole('textbox', { name: 'Formula' }).fill('100')
      await editor.getByRole('button', { name: 'Save' }).click()
      await expect(editor).toBeHidden()
    },
  },
]

async function open(page: Page, facet: Facet, params: Record<string, unknown>): Promise<void> {
  const calls = await callsOf(page, facet)
  const name = `Undone ${String(params['viz_type'])}`
  const form = { row_limit: 100, time_range: 'No filter', ...params }
  const made = await saveChart(calls, await datasetNamed(calls, 'pizza'), name, form)
  await page.goto(`${facet.url}/explore?slice_id=${made.id}`)
  await waitUntilDrawn(page)
}

test('Every gesture that changes the query is one step, undone and redone by keyboard', async ({ page, facet }) => {
  await open(page, facet, { viz_type: 'table', groupby: ['category'], metrics: ['revenue'] })
  await expectOneStepEach(page, ofData)
})

test('Every gesture that changes the appearance is one step, undone and redone by keyboard', async ({
  page,
  facet,
}) => {
  await open(page, facet, { viz_type: 'table', groupby: ['category'], metrics: ['revenue'] })
  await tab(page, 'Customize')
  await expectOneStepEach(page, ofLook)
  await tab(page, 'Data')
  await expectOneStepEach(page, [
    {
      name: 'another type',
      make: (each) => panel(each).getByRole('button', { name: 'Pie Chart', exact: true }).click(),
    },
  ])
  await tab(page, 'Customize')
  await expectOneStepEach(page, ofPie)
  await tab(page, 'Data')
  await panel(page).getByRole('button', { name: 'Line Chart', exact: true }).click()
  await expectOneStepEach(page, ofLine)
})
