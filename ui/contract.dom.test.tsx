import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { act, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { userInput, waitForAssertion } from '#testing/user-input.ts'
import { display } from '#testing/ui/display.tsx'
import type { ActionListener, Entry } from '#testing/ui/entry.ts'
import { fields } from '#testing/ui/fields.tsx'
import { input } from '#testing/ui/input.tsx'
import { layout } from '#testing/ui/layout.tsx'
import { overlay } from '#testing/ui/overlay.tsx'
import { toast } from './overlay/toast.ts'
import { ToastRegion } from './overlay/ToastRegion.tsx'

const entries: Readonly<Record<string, Entry>> = { ...display, ...input, ...fields, ...layout, ...overlay }

/** Components that only another component renders, whose entry covers them. */
const parts: Readonly<Record<string, string>> = {
  TableHead: 'display/Table',
  TableRow: 'display/Table',
  TreeItem: 'display/Tree',
  VirtualTableFooter: 'display/VirtualTable',
  NullStrip: 'display/VirtualTableHeaderCell',
  VirtualTableHeader: 'display/VirtualTable',
  VirtualTableHeaderCell: 'display/VirtualTableHeader',
  VirtualTableRow: 'display/VirtualTable',
  CodeMirror: 'input/CodeEditor',
  MultiSelectBox: 'input/MultiSelect',
  MultiSelectChips: 'input/MultiSelectBox',
  NumberSteppers: 'input/NumberField',
  OptionList: 'input/CheckboxList',
  OptionRow: 'input/OptionList',
  SelectPanel: 'input/Select',
  SelectSearch: 'input/SelectPanel',
  SelectTrigger: 'input/Select',
  LazyPopover: 'input/Select',
  LazyTooltip: 'base/InfoTooltip',
  MenuItems: 'overlay/Menu',
  FormatProvider: 'input/Slider',
  LocaleProvider: 'tokens/TextsProvider',
}

const room = dirname(fileURLToPath(import.meta.url))
const source = (file: string) => readFileSync(join(room, file), 'utf8')
const files = readdirSync(room, { recursive: true, encoding: 'utf8' })
const styles = files.filter((file) => file.endsWith('.module.css'))

it('every exported component has an entry, or is part of one', () => {
  const exported = files
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
    .flatMap((file) => [...source(file).matchAll(/^export (?:function|class|const) ([A-Z]\w*)/gm)])
    .map(([, name]) => name ?? '')
  expect([...Object.keys(entries), ...Object.keys(parts)].toSorted()).toEqual(exported.toSorted())
})

it.each(Object.entries(parts))('%s is drawn by %s', (part, whole) => {
  expect(source(`${whole}.tsx`)).toMatch(new RegExp(`<${part}\\b`))
})

const target = ({ role, name }: Entry): HTMLElement =>
  screen.getAllByRole(role, name === undefined ? {} : { name })[0] as HTMLElement

/** Presses Tab until the target has focus; overlays take focus by themselves. */
async function reach(entry: Entry): Promise<void> {
  if (entry.becomes) await waitForAssertion(() => expect(target(entry).tagName).toBe(entry.becomes))
  const element = target(entry)
  if (entry.isOver) return waitForAssertion(() => expect(element.contains(document.activeElement)).toBe(true))
  for (let stops = 0; stops < 8 && !element.contains(document.activeElement); stops++) await userInput().tab()
  expect(element.contains(document.activeElement)).toBe(true)
}

describe.each(Object.entries(entries))('%s', (_, entry) => {
  const { draw, role, name, keys = [], opens, canBeDisabled } = entry

  it('sets its role and accessible name', () => {
    const { container } = render(draw(() => {}, false))
    if (role === 'silent') expect([container.textContent, container.querySelector('[aria-hidden]')]).not.toContain(null)
    else if (role === 'text') expect(container.textContent).toContain('It')
    else expect(screen.getAllByRole(role, name === undefined ? {} : { name })).not.toEqual([])
  })

  it.each(keys.length === 0 ? [role] : [])('%s takes no focus', async () => {
    render(draw(() => {}, false))
    await userInput().tab()
    expect(document.activeElement).toBe(document.body)
  })

  it.each(keys.map((key) => [key === '' ? 'the focus' : key]))(
    'accepts keyboard focus and reacts to %j',
    async (key) => {
      const done = vi.fn<ActionListener>()
      render(draw(done, false))
      await reach(entry)
      // A browser sets the caret in a focused editable element; this DOM implementation does not.
      if (entry.becomes) document.getSelection()?.collapse(target(entry).querySelector('.cm-line'), 0)
      if (key !== 'the focus') await userInput().keyboard(key)
      if (opens === undefined) await waitForAssertion(() => expect(done).toHaveBeenCalled())
      else await waitForAssertion(() => expect(screen.getAllByRole(opens)).toHaveLength(1))
    },
  )

  it.each(canBeDisabled ? [role] : [])('%s is marked as disabled, and ignores input', async () => {
    const done = vi.fn<ActionListener>()
    render(draw(done, true))
    const element = target(entry)
    const isSaid = element.matches(':disabled, [aria-disabled=true]')
    expect(isSaid).toBe(true)
    await userInput().click(element)
    act(() => element.focus())
    for (const key of keys) await userInput().keyboard(key)
    expect(done).not.toHaveBeenCalled()
    if (opens !== undefined) expect(screen.queryByRole(opens)).toBeNull()
  })
})

it('announces a message, and runs its action by keyboard', async () => {
  const done = vi.fn<ActionListener>()
  render(<ToastRegion />)
  act(() => void toast.show({ text: 'It', action: { label: 'Undo', onPress: done } }))
  expect(screen.getByRole('status').textContent).toContain('It')
  await userInput().tab()
  await userInput().keyboard('{Enter}')
  expect(done).toHaveBeenCalledTimes(1)
})

/** Containers focused only by script, so that keyboard navigation starts in them, and content of field boxes. */
const exempt = ['Modal', 'Drawer', 'Popover', 'AppFrame', 'CodeEditor'].map((name) => `${name}.module.css`)

describe.each(styles)('%s', (file) => {
  const css = source(file).replaceAll(/\/\*[\s\S]*?\*\//g, '')

  it('takes its colours from the tokens of both themes', () => {
    expect(
      css.match(/#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(|:\s*(?:white|black)\b/gi),
    ).toBeNull()
  })

  it('shows the focus where it replaces the default outline', () => {
    const isTaken = /outline:\s*(?:none|0)\b/.test(css)
    const isShown = /focus[^{}]*\{[^}]*var\(--focus(?:-ring)?\)/.test(css)
    const isExempt = exempt.some((name) => file.endsWith(name))
    expect(!isTaken || isShown || isExempt).toBe(true)
  })
})
