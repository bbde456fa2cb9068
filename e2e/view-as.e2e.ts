import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { allFlights, createDashboardWith } from './dashboards.ts'
import { expect, expectAccessible, test } from './facet.ts'

test.use({ allowErrors: /403/ })

const BAR = 'You see Facet as the role Alpha (read only)'
const bar = (page: Page) => page.getByRole('region', { name: 'View as' })

test('An administrator views Facet as a role in all tabs, cannot change anything, and stops', async ({
  page,
  facet,
}) => {
  const board = `/dashboard/${await createDashboardWith(await callsOf(page, facet), [allFlights])}`
  const other = await page.context().newPage()
  await other.goto(`${facet.url}/chart/list`)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`${facet.url}/roles/list`)
  await page.getByRole('button', { name: 'View as Alpha' }).click()
  const dialog = page.getByRole('dialog', { name: 'View as Alpha' })
  await dialog.getByLabel('Reason (optional)').fill('Ticket 12')
  await dialog.getByRole('button', { name: 'View as' }).click()
  await expect(page).toHaveURL(`${facet.url}/`)
  await expect(bar(page)).toHaveText(new RegExp(BAR.replace(/[()]/g, '\\$&')))
  await expect(bar(other)).toBeVisible()
  await expect(other).toHaveURL(`${facet.url}/chart/list`)
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ forcedColors: 'active' })
  for (const path of ['/', board, `${board}?standalone=1`]) {
    if (path !== '/') await page.goto(`${facet.url}${path}`)
    await expect(bar(page).getByText(BAR)).toBeInViewport({ ratio: 1 })
    const edges = () =>
      bar(page).evaluate((element) => [
        getComputedStyle(element).borderBottomStyle,
        document.documentElement.scrollWidth - innerWidth,
        Math.round(document.querySelector('#main')?.getBoundingClientRect().bottom ?? 0) <= innerHeight,
      ])
    await expect.poll(edges).toEqual(['solid', 0, true])
  }
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto(`${facet.url}/dashboard/list`)
  const reason = 'You view Facet as Alpha, where nothing can be changed. Stop viewing to make changes as yourself.'
  const create = page.getByRole('button', { name: 'Dashboard', exact: true })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await create.focus()
  await expect(page.getByRole('tooltip', { name: reason })).toBeVisible()

  await bar(page).getByRole('button', { name: 'Stop' }).click()
  await expect(bar(page)).toHaveCount(0)
  await expect(bar(other)).toHaveCount(0)
  await other.close()

  await page.goto(`${facet.url}/actionlog/list`)
  const started = page.getByRole('row', { name: /Began to view as .*Ticket 12/ })
  await expect(started.first()).toBeVisible()
})

/** The pages whose controls save, and one of the controls on each. */
const WRITE_PAGES: Readonly<Record<string, string>> = {
  '/': 'New dashboard',
  '/dashboard/list': 'Edit properties of Pizza Paradise',
  '/dashboard/flights': 'Edit dashboard',
  '/dashboard/flights?edit=true': 'Add and edit filters',
  '/users/list': 'View as admin',
  '/roles/list': 'Duplicate Gamma',
  '/list_groups': 'Edit',
  '/rowlevelsecurity/list': 'Rule',
  '/chart/list': 'Delete Coldest night',
  '/dataset/list': 'Dataset',
  '/database/list': 'Edit',
  '/saved_query/list': 'Import',
  '/annotation_layer/list': 'Edit',
  '/css_template/list': 'Edit',
  '/folder/list': 'Folder',
  '/tag/list': 'Edit',
  '/bin?kind=tag': 'Restore noon',
  '/sqllab': 'Save query',
  '/explore/?slice_id=1': 'Save',
}

/** Names of controls that save, or open what only saves. */
const WRITES =
  /^(Add and|API token|Change password|Delete|Duplicate|Edit|Empty|Import|New dashboard|Restore|Revoke|Save|Set up|Sign out|Sign-in link|Upload|View as)\b/

test('Every page disables the controls that save while an administrator views as another one', {
  tag: '@extended',
}, async ({ page, facet }) => {
  test.setTimeout(240000)
  const calls = await callsOf(page, facet)
  const found = await calls.get<{ result: { id: number }[] }>(
    '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Admin)))',
  )
  const walker = { username: 'walker', first_name: 'Ada', last_name: 'Walker', password: facet.password }
  await calls.post('/api/v1/security/users/', { ...walker, roles: found.result.map(({ id }) => id) })
  await calls.post('/api/v1/security/groups/', { name: 'Night shift' })
  await calls.post('/api/v1/tag/', { name: 'night' })
  await calls.post('/api/v1/folder/', { name: 'Night' })
  await calls.post('/api/v1/css_template/', { template_name: 'Night', css: '.a { color: red }' })
  const deleted = await calls.post('/api/v1/tag/', { name: 'noon' })
  await calls.remove(`/api/v1/tag/${deleted.id}`)
  await calls.post('/api/v1/annotation_layer/', { name: 'Holidays' })
  await page.goto(`${facet.url}/users/list`)
  await page.getByRole('button', { name: 'View as walker' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'View as' }).click()
  await expect(bar(page)).toBeVisible()
  for (const [path, control] of Object.entries(WRITE_PAGES))
    await test.step(path, async () => {
      await page.goto(`${facet.url}${path}`)
      const main = page.getByRole('main')
      const known = main.getByRole('button', { name: control, exact: true }).first()
      await expect(known).toHaveAttribute('aria-disabled', 'true')
      const enabled = main.getByRole('button', { name: WRITES, disabled: false })
      await expect(enabled.or(main.getByRole('link', { name: WRITES })), path).toHaveText([])
    })
  await bar(page).getByRole('button', { name: 'Stop' }).click()
  await expect(bar(page)).toHaveCount(0)
})
