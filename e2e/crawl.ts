import type { Page } from '@playwright/test'

/** Controls that end the session or leave the product. */
const SKIPPED = /sign out|end session|other sessions/i
/** Milliseconds in which an activation must have an effect. */
const EFFECT_MS = 3000
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
    const selected =
      '[aria-selected=true], [role=radio][aria-checked=true], [type=radio]:checked, nav [aria-pressed=true]'
    const isSelected = element.matches(selected)
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

const floating = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]:not(main *)'

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
    await control.click({ timeout: 5000 })
    const end = Date.now() + EFFECT_MS
    while (Date.now() < end) {
      // A navigation replaces the document, which is an effect.
      const after = await page.evaluate(perceive).catch(() => '')
      if (events > 0 || after !== before) return true
      await page.waitForTimeout(50)
    }
    return false
  } finally {
    for (const name of names) page.off(name as 'request', count)
  }
}

/** Presses Escape until no floating part is open, at most three times; returns the names of those that stay. */
async function leave(page: Page): Promise<string[]> {
  const open = () =>
    page
      .locator(floating)
      .filter({ visible: true })
      .evaluateAll((parts) => parts.map((part) => part.getAttribute('aria-label') ?? part.textContent.slice(0, 60)))
      .catch(() => [])
  for (let presses = 0; presses < 3 && (await open()).length > 0; presses++) {
    await page.keyboard.press('Escape')
    await page.waitForTimeout(300)
  }
  return open()
}

/**
 * Activates every enabled control in the content of a page once and returns the faults: controls that cannot be
 * clicked, that have no effect, or whose floating part Escape does not close.
 */
export async function crawl(page: Page, url: string): Promise<string[]> {
  const faults: string[] = []
  const isAlone = () => page.context().pages().length === 1
  const open = async () => {
    await page.goto(url)
    await page.waitForLoadState('networkidle')
    return page.evaluate(markControls, ROWS_OF_LIST)
  }
  const keys = await open()
  let before = await page.evaluate(perceive)
  for (const key of keys) {
    // A control before it may have removed this one: a favorite is not offered twice.
    const isThere = await page.locator(controlOf(key)).isVisible()
    if (SKIPPED.test(key) || !isThere) continue
    try {
      if (!(await activate(page, key))) faults.push(`${key}: no effect`)
    } catch (error) {
      faults.push(`${key}: ${String(error).split('\n').slice(0, 6).join(' ')}`)
    }
    for (const part of await leave(page)) faults.push(`${key}: Escape does not close ${part}`)
    if (!isAlone()) for (const other of page.context().pages()) if (other !== page) await other.close()
    const after = await page.evaluate(perceive).catch(() => '')
    if (after !== before) {
      await open()
      before = await page.evaluate(perceive)
    }
  }
  return faults
}
