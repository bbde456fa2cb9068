import { expect, type Page } from '@playwright/test'

/** Controls that end the session or leave the product. */
const SKIPPED = /sign out|end session|other sessions/i
/** Milliseconds in which an activation must have an effect. */
const EFFECT_MS = 3000
/** Milliseconds in which Escape must close a floating part. */
const CLOSE_MS = 1000
/** Lists repeat the controls of their rows: of rows alike, the first ones are activated. */
const ROWS_OF_LIST = 1

/** Marks the controls of a page with their keys, and returns the keys in the order of the page. */
function markControls(rowsOfList: number): string[] {
  const roles = 'button, tab, switch, checkbox, radio, combobox, menuitem, slider, searchbox, spinbutton, textbox'
  const selector = ['button, input, select, textarea, summary', ...roles.split(', ').map((role) => `[role=${role}]`)]
  const isLaterRow = (element: Element) => {
    for (let each = element; each.parentElement && each !== document.body; each = each.parentElement) {
      const alike = [...each.parentElement.children].filter(
        ({ tagName, className }) => tagName === each.tagName && className === each.className,
      )
      const isList = alike.length > 3 && !/^(?:BUTTON|INPUT|LABEL|TH)$/.test(each.tagName)
      if (isList && alike.indexOf(each) >= rowsOfList) return true
    }
    return false
  }
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    (element instanceof HTMLInputElement
      ? (element.labels?.[0]?.textContent ?? element.placeholder)
      : element.textContent)
  const keys = new Set<string>()
  for (const element of document.querySelectorAll('[data-control]')) element.removeAttribute('data-control')
  for (const element of document.querySelectorAll(`main :is(${selector.join(', ')})`)) {
    const { width, height } = element.getBoundingClientRect()
    // A click on the selected one of several has no effect.
    const selected = '[aria-selected=true], [role=radio][aria-checked=true], [type=radio]:checked'
    const other = element.closest('nav, [role=group]')?.querySelector('[aria-pressed=false]')
    const isSelected = element.matches(selected) || (element.matches('[aria-pressed=true]') && other instanceof Element)
    const isEnabled = !element.matches(':disabled, [aria-disabled=true], [inert] *, [aria-hidden=true] *')
    if (!isEnabled || isSelected || width < 2 || height < 2 || !element.checkVisibility({ visibilityProperty: true }))
      continue
    const type = element.getAttribute('role') ?? element.getAttribute('type') ?? element.localName
    const key = `${type} ${nameOf(element).trim().replaceAll(/\s+/g, ' ')}`
    if (keys.has(key) || isLaterRow(element)) continue
    keys.add(key)
    element.setAttribute('data-control', key)
  }
  return [...keys]
}

/** Returns what a user can perceive of a page: texts, states, values, floating parts and the focused field. */
function perceive(): string {
  const states = [...document.querySelectorAll('*')].flatMap((element) =>
    ['aria-expanded', 'aria-pressed', 'aria-selected', 'aria-checked', 'aria-current', 'aria-sort', 'data-theme']
      .filter((name) => element.hasAttribute(name))
      .map((name) => element.getAttribute(name)),
  )
  const fields = [...document.querySelectorAll('input, textarea, select, [contenteditable=true], [role=combobox]')]
  const values = fields.map((field) => `${(field as HTMLInputElement).value} ${(field as HTMLInputElement).checked}`)
  const focused = fields.findIndex((field) => field === document.activeElement)
  const parts = [location.href, document.body.innerText, states, values, document.querySelectorAll('*').length]
  return JSON.stringify([...parts, focused, document.fullscreenElement !== null])
}

const FLOATING_PARTS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]:not(main *)'

const controlOf = (key: string) => `[data-control=${JSON.stringify(key)}]`

/** Activates a control and returns whether a user could perceive an effect. */
async function activate(page: Page, key: string): Promise<boolean> {
  let events = 0
  const count = () => void (events += 1)
  const control = page.locator(controlOf(key))
  const before = await page.evaluate(perceive)
  const names = ['request', 'download', 'filechooser', 'popup'] as const
  for (const name of names) page.on(name as 'request', count)
  try {
    // Enter adds the items that a pointer can drag.
    if ((await control.getAttribute('draggable')) === 'true') await control.press('Enter', { timeout: 5000 })
    else await control.click({ timeout: 5000 })
    // A navigation replaces the document, which is an effect.
    const isEffective = async () => events > 0 || (await page.evaluate(perceive).catch(() => '')) !== before
    return await expect
      .poll(isEffective, { timeout: EFFECT_MS, intervals: [50] })
      .toBe(true)
      .then(
        () => true,
        () => false,
      )
  } finally {
    for (const name of names) page.off(name as 'request', count)
  }
}

/** Waits until what a user can perceive stays the same for 200 ms, at most five seconds. */
async function settle(page: Page): Promise<void> {
  let last: string | undefined
  const isSteady = async () => {
    const now = await page.evaluate(perceive).catch(() => undefined)
    const isSame = now !== undefined && now === last
    last = now
    return isSame
  }
  await expect
    .poll(isSteady, { timeout: 5000, intervals: [200] })
    .toBe(true)
    .catch(() => {})
}

/** Takes back what was deleted, where the page offers it. */
async function undo(page: Page): Promise<void> {
  const button = page.getByRole('status').or(page.getByRole('alert')).getByRole('button', { name: 'Undo' }).first()
  if (!(await button.isVisible())) return
  await button.click({ timeout: 2000 }).catch(() => {})
  await settle(page)
}

/** Presses Escape until no floating part is open, at most three times; returns the names of those that stay. */
async function closeFloatingParts(page: Page): Promise<string[]> {
  const open = () =>
    page
      .locator(FLOATING_PARTS)
      .filter({ visible: true })
      .evaluateAll((parts) => parts.map((part) => part.getAttribute('aria-label') ?? part.textContent.slice(0, 60)))
      .catch(() => [])
  let before = await open()
  for (let presses = 0; presses < 3 && before.length > 0; presses++) {
    await page.keyboard.press('Escape')
    const isClosed = async () => (await open()).length < before.length
    await expect
      .poll(isClosed, { timeout: CLOSE_MS })
      .toBe(true)
      .catch(() => {})
    before = await open()
  }
  return before
}

/** Opens a page and marks its controls; returns their keys. */
async function openMarked(page: Page, url: string): Promise<string[]> {
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  await settle(page)
  return page.evaluate(markControls, ROWS_OF_LIST)
}

/** Activates a control, closes what it opens and takes back what it deletes; returns its faults under this label. */
async function faultsOf(page: Page, key: string, label = key): Promise<string[]> {
  const faults: string[] = []
  try {
    if (!(await activate(page, key))) faults.push(`${label}: no effect`)
  } catch (error) {
    faults.push(`${label}: ${String(error).split('\n').slice(0, 6).join(' ')}`)
  }
  await settle(page)
  for (const part of await closeFloatingParts(page)) faults.push(`${label}: Escape does not close ${part}`)
  await undo(page)
  for (const other of page.context().pages()) if (other !== page) await other.close()
  return faults
}

/**
 * Activates every enabled control in the content of a page once and returns the faults: controls that cannot be
 * clicked, that have no effect, or whose floating part Escape does not close.
 */
export async function crawl(page: Page, url: string): Promise<string[]> {
  const faults: string[] = []
  const keys = await openMarked(page, url)
  let before = await page.evaluate(perceive)
  for (const key of keys) {
    // A control before it may have removed this one: a favorite is not offered twice.
    if (SKIPPED.test(key) || !(await page.locator(controlOf(key)).isVisible())) continue
    faults.push(...(await faultsOf(page, key)))
    const after = await page.evaluate(perceive).catch(() => '')
    if (after === before) continue
    await openMarked(page, url)
    before = await page.evaluate(perceive)
  }
  return faults
}

/** Marks the enabled items of the open menu with their names, and returns them. */
function markItems(): string[] {
  return [...document.querySelectorAll('[role=menu] [role^=menuitem]:not([aria-disabled=true], [aria-haspopup])')].map(
    (item) => {
      const key = `item ${item.textContent.trim()}`
      item.setAttribute('data-control', key)
      return key
    },
  )
}

/** Activates every item of every menu of a page once, except submenus, and returns the faults as `crawl` does. */
export async function crawlMenus(page: Page, url: string): Promise<string[]> {
  const faults: string[] = []
  /** Opens the menu of a control and returns its items. */
  const openMenu = async (key: string): Promise<string[]> => {
    await openMarked(page, url)
    const control = page.locator(controlOf(key))
    if (!(await control.isVisible())) return []
    await control.click({ timeout: 5000 })
    await page.getByRole('menu').first().waitFor({ timeout: 3000 })
    return page.evaluate(markItems)
  }
  await openMarked(page, url)
  const keysOf = (controls: Element[]) => controls.map((control) => control.getAttribute('data-control') ?? '')
  for (const key of await page.locator('[data-control][aria-haspopup=true]').evaluateAll(keysOf))
    for (const item of await openMenu(key))
      if (!SKIPPED.test(item) && (await openMenu(key)).includes(item))
        faults.push(...(await faultsOf(page, item, `${key} > ${item}`)))
  return faults
}
