import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesUnder, root } from './tree.ts'

const LINES = 400
const COMPONENT_LINES = 250

/** Files longer than the limit, each with the reason; the list may only shrink. */
const LONGER: Readonly<Record<string, string>> = {
  'core/rest/errors.ts': 'the catalogue: one row for each failure, all in one place',
}

const BANNED = new Set(['utils', 'helpers', 'common', 'misc', 'lib', 'types', 'constants', 'hooks'])
const SPLIT_ROOMS = new Set(['core', 'server', 'client'])
const TEXT = /\.(tsx?|mjs|cjs|css|json|md|html|svg|ya?ml)$/
const SOURCE = /\.(tsx?|mjs|cjs|css)$/
const COMPONENT = /^(?!.*\.test\.).*\.tsx$/
const MACHINE_FOLDER = /(?<![\w.])\/(home|root|Users|work|mnt)\/[\w.-]+/g
const MARKER = /^(<<<<<<<|>>>>>>>) |\b(TODO|FIXME)\b(?! #\d)/m

const files = filesUnder()
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

function rooms(): string[] {
  const found = files.flatMap((file) => {
    const [first = '', second = '', ...rest] = file.split('/')
    if (second === '') return []
    return rest.length > 0 && SPLIT_ROOMS.has(first) ? [first, `${first}/${second}`] : [first]
  })
  return [...new Set(found)].toSorted()
}

function mapped(): string[] {
  return [...read('docs/develop/architecture.md').matchAll(/^\| `([^`]+)` \| \S/gm)]
    .map((match) => match[1] ?? '')
    .toSorted()
}

describe('the code base', () => {
  it('no style sheet makes the browser restyle all siblings of an inserted element', () => {
    const sheets = files.filter((file) => file.endsWith('.css'))
    expect(sheets.length).toBeGreaterThan(100)
    const plain = (file: string) => read(file).replaceAll(/\/\*[^]*?\*\//g, '')
    // A sibling selector between elements without class, attribute or state.
    const SIBLING_SELECTOR = /(?:^|[\s,>(}])(?:\*|[a-z][a-z0-9-]*)\s*[+~]\s*(?:\*|[a-z][a-z0-9-]*)(?=[\s,{:>)])/m
    expect(sheets.filter((file) => SIBLING_SELECTOR.test(plain(file)))).toEqual([])
  })

  it('documents each module in one line of the module map', () => {
    expect(mapped()).toEqual(rooms())
  })

  it('every folder has a position in the import order', () => {
    const [, table = ''] = /const layers = \{\n([^]*?)\n\}/.exec(read('.dependency-cruiser.cjs')) ?? []
    const rows = [...table.matchAll(/^ {2}'?([\w/]+)'?:([^]*?),$/gm)]
    const listed = rows.flatMap(([, parent = '', list = '']) =>
      [...list.matchAll(/'([^']+)'/g)]
        .flatMap(([, names = '']) => names.trim().split(' '))
        .map((name) => `${parent}/${name}`),
    )
    const parents = rows.map(([, parent = '']) => parent)
    const below = (parent: string) =>
      files.filter(
        (file) => /\.tsx?$/.test(file) && file.startsWith(`${parent}/`) && file.slice(parent.length + 1).includes('/'),
      )
    const found = parents.flatMap((parent) =>
      below(parent).map((file) => `${parent}/${file.slice(parent.length + 1).split('/')[0]}`),
    )
    expect(parents.length).toBe(8)
    expect(listed.toSorted()).toEqual([...new Set(found)].toSorted())
  })

  it('no folder or file has a meaningless name', () => {
    const names = (file: string): string[] => file.split('/').map((part) => part.replace(/\..*$/, ''))
    expect(files.filter((file) => names(file).some((name) => BANNED.has(name)))).toEqual([])
  })

  it('names folders and files in kebab case or by the wire, components in Pascal case', () => {
    const named = /\/([a-z0-9]+([-_.][a-z0-9]+)*|[A-Z][A-Za-z0-9]*\.(tsx|module\.css|test\.tsx))$/
    expect(files.filter((file) => SOURCE.test(file) && !named.test(`/${file}`))).toEqual([])
  })

  it('keeps files short', () => {
    const limit = (file: string): number => (COMPONENT.test(file) ? COMPONENT_LINES : LINES)
    const long = files
      .filter((file) => SOURCE.test(file) && !(file in LONGER))
      .map((file) => ({ file, lines: read(file).split('\n').length - 1 }))
      .filter(({ file, lines }) => lines > limit(file))
    expect(long).toEqual([])
  })

  it('exempts only files that are longer than the limit', () => {
    expect(
      Object.keys(LONGER).filter((file) => !existsSync(join(root, file)) || read(file).split('\n').length <= LINES),
    ).toEqual([])
  })

  it('no file contains a path of one machine', () => {
    const found = files
      .filter((file) => TEXT.test(file))
      .flatMap((file) => (read(file).match(MACHINE_FOLDER) ?? []).map((text) => `${file}: ${text}`))
    expect(found).toEqual([])
  })

  it('no file contains a marker of unfinished work', () => {
    expect(
      files.filter((file) => SOURCE.test(file) && file !== 'testing/house.test.ts' && MARKER.test(read(file))),
    ).toEqual([])
  })

  it('prints numbers in the formats of the user, except if a template names a locale', () => {
    const interfaces = files.filter((file) => /^(?:charts|client|controls|filters|ui)\/.*(?<!\.test)\.tsx?$/.test(file))
    const fixed = /toLocaleString\((?:\)|'en)|NumberFormat\('en|\\d\{3\}\)\+/
    expect(interfaces.length).toBeGreaterThan(500)
    expect(interfaces.filter((file) => fixed.test(read(file)))).toEqual(['charts/handlebars/template/helper.ts'])
  })

  it('the store casts no row type through unknown', () => {
    const store = files.filter((file) => SOURCE.test(file) && /^server\/store\/.*(?<!\.test)\.ts$/.test(file))
    expect(store.length).toBeGreaterThan(50)
    expect(store.filter((file) => /\bas unknown as\b/.test(read(file)))).toEqual([])
  })

  it('runs each test that replaces a module in a separate process', () => {
    // The other tests of these folders share their modules: a replaced module would reach the next file.
    const config = read('vitest.config.ts')
    const text = /const isolated = \[([^\]]*)\]/.exec(config)?.[1] ?? ''
    const listed = new Set([...text.matchAll(/'([^']+)'/g)].map((match) => match[1]))
    const replaces = (test: string): boolean =>
      /\bvi\s*\.mock\(/.test(test) || (/\bvi\s*\.doMock\(/.test(test) && !test.includes('vi.doUnmock('))
    const found = files.filter((file) => /\.test\.(?:tsx?|mjs)$/.test(file) && replaces(read(file)))
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter((file) => !listed.has(file))).toEqual([])
  })

  it('repeats the same cases in each random test', () => {
    const random = /\bfc\.(?:assert|sample|check)\(/g
    const countOf = (file: string, pattern: RegExp) => (read(file).match(pattern) ?? []).length
    const tests = files.filter((file) => /\.test\.tsx?$/.test(file) && file !== 'testing/house.test.ts')
    const found = tests.filter((file) => countOf(file, random) > 0)
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter((file) => countOf(file, /\bseed: /g) < countOf(file, random))).toEqual([])
  })

  it('contains no broken link in its documents', () => {
    const broken = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...read(file).matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)]
          .map((match) => match[1] ?? '')
          .filter((target) => !existsSync(join(root, dirname(file), target)))
          .map((target) => `${file}: ${target}`),
      )
    expect(broken).toEqual([])
  })
})
