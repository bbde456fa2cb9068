import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './facet.ts'

/** The controls of the rail, which begin the Tab order of every page. */
const RAIL = [
  'a Facet, home',
  'button Search',
  'a Home',
  'a Dashboards',
  'a Charts',
  'a Datasets',
  'a SQL editor',
  'button Dark theme',
  'button Signed in as admin',
]

/** The first Tab stops of a page after the rail, in order. */
const TAB_ORDERS: Readonly<Record<string, readonly unknown[]>> = {
  '/': [
    'a New chart',
    'button New dashboard',
    'button Search or run a commandCtrlK',
    'button Start tour',
    "button Don't show again",
  ],
  '/dashboard/list': [
    'button Bulk select',
    'a Folders',
    'a Access by role',
    'a CSS templates',
    'a Bin',
    'button Import',
    'button Dashboard',
    'input Search by title or URL',
    'combobox Owner',
    'combobox Created by',
    'combobox Status',
    'combobox Favorite',
    'combobox Certified',
    'combobox Folder',
    'combobox Tag',
    'input List',
    'button Title',
    'button Modified',
  ],
  '/dashboard/pizza': [
    'button Add Pizza Paradise to favorites',
    'button Published. Change to draft',
    'button Share',
    'button Edit dashboard',
    'button More',
    'button Add a filter',
    'button Add and edit filters',
    'button Filter bar settings',
    'button Hide the filters',
    'tab All filters (4)',
    'button Order date: No filter',
    'listbox Category',
    'input Search Product',
    'listbox Product',
    'button About this field',
    'input Minimum Price',
    'input Maximum Price',
    'spinbutton Minimum Price',
    'spinbutton Maximum Price',
    'button Apply filters',
    'button Clear all',
    'button Options for Revenue',
  ],
  '/chart/add': [
    'combobox Dataset',
    // The dataset of the examples that was loaded last.
    expect.stringMatching(/^button [a-z]/),
    'button All charts40',
    'input Search all charts',
    'button Table',
  ],
  '/users/list': [
    'a Roles',
    'a Groups',
    'button Download as CSV',
    'button Import',
    'button User',
    'input Search by name or email',
    'combobox Role',
    'combobox Status',
    'combobox Type',
    'button User name',
    'button Name',
    'button Email',
    'button Status',
    'button Last sign-in',
    'button Edit',
    'button Sign-in link for admin',
  ],
}

/** Returns role and name of the element with the focus. */
const focusedControl = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element) return ''
    const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : undefined
    const name = element.getAttribute('aria-label') ?? label ?? element.textContent
    return `${element.getAttribute('role') ?? element.localName} ${name.trim().replaceAll(/\s+/g, ' ')}`
  })

test('Tab follows the visual order on five screens', async ({ page, facet }) => {
  for (const [path, stops] of Object.entries(TAB_ORDERS))
    await test.step(path, async () => {
      await page.goto(`${facet.url}${path}`)
      await page.waitForLoadState('networkidle')
      const found: string[] = []
      await page.getByRole('link', { name: 'Skip to the content' }).focus()
      for (let at = 0; at < RAIL.length + stops.length; at++) {
        await page.keyboard.press('Tab')
        found.push(await focusedControl(page))
      }
      expect(found).toEqual([...RAIL, ...stops])
    })
})

/** Screens that the other accessibility sweep does not open. */
const SCREENS = [
  '/users/list',
  '/roles/list',
  '/list_groups',
  '/dashboard_grant/list',
  '/rowlevelsecurity/list',
  '/actionlog/list',
  '/account',
  '/database/list',
  '/tag/list',
  '/annotation_layer/list',
  '/css_template/list',
  '/folder/list',
  '/dataset/1',
  '/bin',
  '/chart/add',
  '/sqllab',
  '/sqllab/history',
  '/saved_query/list',
]

test('The other screens have no accessibility violations', async ({ page, facet }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of SCREENS) {
    await page.goto(`${facet.url}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(page.getByRole('heading', { name: 'Page not found' })).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    await test.step(path, () => expectAccessible(page, { strict: true }))
  }
})
