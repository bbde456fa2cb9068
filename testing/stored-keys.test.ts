import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { charts } from '#charts/index.ts'
import type { ChartType } from '#charts/chart.ts'
import { datasetColumnFields, datasetMetricFields, datasetEntity } from '#core/entity/dataset.ts'
import { filesUnder, root } from './tree.ts'

/** Sources that only declare, check, store or describe keys. */
const DECLARING =
  /controls\.ts$|\.test\.tsx?$|migrations?\.ts$|older-names\.ts$|^core\/(entity|rest)\/|^server\/(store|transfer|resources\/dataset)\//
const SOURCE = /^(calls|charts|client|controls|core|filters|server|ui)\/.*\.tsx?$/
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
/** A property in a type is a declaration, not a read. */
const DECLARED = /\breadonly \w+\??:/g

const sources = filesUnder().filter((file) => SOURCE.test(file) && !DECLARING.test(file))

const PROPERTY = /(?:\.|['"])([A-Za-z_]\w*)/g
/** Innermost braces: destructuring patterns, and literals. */
const BRACES = /\{([^{}]*)\}/g
const MEMBER = /(?:^|,)\s*([A-Za-z_]\w*)\s*(?=[,:=]|$)/g

/** Returns the keys that sources read: properties, quoted names, and destructured names. */
function keysIn(files: readonly string[]): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8').replace(COMMENT, '').replace(DECLARED, '')
    for (const [, key = ''] of text.matchAll(PROPERTY)) keys.add(key)
    for (const [, inside = ''] of text.matchAll(BRACES)) {
      for (const [, key = ''] of inside.matchAll(MEMBER)) keys.add(key)
    }
  }
  return keys
}

const read = keysIn(sources)
const kinds: readonly ChartType[] = charts
const ownFolder = new RegExp(`^charts/(${kinds.map(({ type }) => type).join('|')})/`)
const shared = keysIn(sources.filter((file) => !ownFolder.test(file)))

/** Keys that are only stored for other products, each with the reason; the list may only shrink. */
const UNREAD: Readonly<Record<string, string>> = {
  normalize_columns: 'of newer versions: columns are named here as the engine names them',
  unknown_keys: 'keys of bundles that are written back as they were read',
}

/**
 * Returns the key of the first query for a control of the second query of a mixed chart: its code adds the suffix to
 * each key.
 */
const firstKey = (name: string): string => name.replace(/(_b|B)$/, '')

const controlNames = ({ controls }: ChartType): readonly string[] =>
  controls.flatMap(({ rows }) => rows.flat().flatMap((control) => (control ? [control.name] : [])))

it.each([
  ['dataset', Object.keys(datasetEntity.fields)],
  ['column', Object.keys(datasetColumnFields)],
  ['metric', Object.keys(datasetMetricFields)],
])('a view or the server reads each stored key of a %s', (_, keys) => {
  expect(keys.length).toBeGreaterThan(5)
  expect(keys.filter((key) => !read.has(key) && !(key in UNREAD))).toEqual([])
})

it.each(kinds.map((kind) => [kind.type, kind] as const))(
  'a view or the server reads each control of %s',
  (type, kind) => {
    const own = keysIn(sources.filter((file) => file.startsWith(`charts/${type}/`)))
    const isRead = (name: string) => own.has(name) || shared.has(name)
    const keyOf = (name: string) => (type === 'mixed_timeseries' && !isRead(name) ? firstKey(name) : name)
    expect(controlNames(kind).filter((name) => !isRead(keyOf(name)))).toEqual([])
  },
)

it('the list of exceptions contains only unused keys', () => {
  expect(Object.keys(UNREAD).filter((key) => read.has(key))).toEqual([])
})

it('an unused key is found', () => {
  expect(read.has(['never', 'read', 'anywhere'].join('_'))).toBe(false)
})
