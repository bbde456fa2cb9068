import { crawl } from './crawl.ts'
import { expect, test } from './facet.ts'

/** Screens whose controls are activated. */
const SCREENS = [
  '/',
  '/dashboard/list',
  '/chart/list',
  '/dataset/list',
  '/dashboard/pizza',
  '/dashboard/pizza?edit=true',
  '/explore/?slice_id=1',
  '/chart/add',
  '/sqllab',
  '/users/list',
  '/roles/list',
  '/actionlog/list',
  '/account',
]

for (const path of SCREENS)
  test(`every enabled control of ${path} has an effect, and Escape closes what it opens`, async ({ page, facet }) => {
    test.setTimeout(400_000)
    const failures: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 500) failures.push(`${response.status()} ${response.url()}`)
    })
    page.on('dialog', (dialog) => void dialog.dismiss())
    failures.push(...(await crawl(page, `${facet.url}${path}`)))
    expect(failures).toEqual([])
  })
