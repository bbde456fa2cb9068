import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url).pathname
const FOLDERS = ['charts', 'client', 'controls', 'filters', 'ui']

interface Rule {
  readonly file: string
  readonly selector: string
  readonly body: string
  readonly isForced: boolean
}

const filesOf = (extension: string) =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(extension))
      .map((name) => join(folder, name)),
  )

/** Returns the rules of a style sheet, one per selector. */
function rulesOf(file: string): Rule[] {
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const found: Rule[] = []
  const open: string[] = []
  for (const [, before = '', sign] of text.matchAll(/([^{}]*)([{}])/g)) {
    if (sign === '{') {
      open.push(before.split(';').at(-1)?.trim() ?? '')
      continue
    }
    const selectors = open.pop() ?? ''
    const isForced = open.some((each) => each.includes('forced-colors'))
    if (selectors.startsWith('@') || open.some((each) => each.startsWith('@keyframes'))) continue
    for (const selector of selectors.split(/,(?![^(]*\))/))
      found.push({ file, selector: selector.trim().replaceAll(/\s+/g, ' '), body: before, isForced })
  }
  return found
}

const rules = filesOf('.css')
  .filter((file) => !file.startsWith('ui/tokens/'))
  .flatMap(rulesOf)
const isAtRest = ({ selector }: Rule) => !/:hover|hovered/.test(selector)

/**
 * Returns the rules that lose their effect in forced colors, because no forced-colors rule of the same selector
 * replaces them.
 */
function lost(shows: (rule: Rule) => boolean, again: RegExp): string[] {
  const forced = new Map<string, string>()
  for (const { file, selector, body } of rules.filter(({ isForced }) => isForced))
    forced.set(`${file} ${selector}`, `${forced.get(`${file} ${selector}`) ?? ''} ${body}`)
  const found = rules
    .filter((rule) => !rule.isForced && isAtRest(rule) && shows(rule))
    .map(({ file, selector }) => `${file} ${selector}`)
  expect(found.length).toBeGreaterThan(3)
  return [...new Set(found)].filter((key) => !again.test(forced.get(key) ?? ''))
}

it('every floating part has a border or an outline in forced colors, which have no shadows', () => {
  expect(lost(({ body }) => body.includes('var(--shadow-'), /(border|outline):[^;]*CanvasText/)).toEqual([])
})

it('every selected state is marked by Highlight in forced colours', () => {
  const state = /\[(aria-(pressed|selected|checked)="true"|data-(selected|chosen))\]$|\.(selected|chosen|on|current)$/
  const color = /(background|border(-color)?|box-shadow):[^;]*var\(--(accent|selected|line-strong)/
  const isSelection = ({ selector, body }: Rule) =>
    body.includes('var(--selected)') || (state.test(selector) && color.test(body))
  // The tab of an underlined segmented control has the common outline.
  const isSegment = (key: string) => key.startsWith('ui/input/SegmentedControl')
  expect(lost(isSelection, /Highlight/).filter((key) => !isSegment(key))).toEqual([])
  expect(rules.find(({ file, selector, isForced }) => isSegment(file) && selector === '.on' && isForced)?.body).toMatch(
    /outline:[^;]*Highlight/,
  )
})

it('a focus that is painted as a shadow is an outline in forced colours', () => {
  const isFocus = ({ selector, body }: Rule) =>
    /focus-visible|focus-within|data-focus/.test(selector) && /outline: none/.test(body) && /box-shadow/.test(body)
  expect(lost(isFocus, /outline:[^;]*(CanvasText|Highlight)/)).toEqual([])
})

it('colours that are data stay in forced colours', () => {
  const isData = ({ body }: Rule) => /(background|fill|stroke):[^;]*var\(--(bar-|c\d)/.test(body)
  expect(lost(isData, /forced-color-adjust: none/)).toEqual([])
  const stored = new Set(
    rules.flatMap(({ selector, body, isForced }) =>
      isForced && body.includes('forced-color-adjust: none') ? [selector] : [],
    ),
  )
  const painted = filesOf('.tsx').flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/styles(?:\.|\[')(\w+)[^<>]*?style=\{\{ background:/g)].map(
      ([, name = '']) => `.${name}`,
    ),
  )
  expect(painted).toContain('.swatch')
  expect(painted.filter((name) => !stored.has(name))).toEqual([])
})
