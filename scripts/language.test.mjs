import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { checkLanguage, isPrivateName } from './check/language.mjs'
import { checkProse, readProse } from './check/prose.mjs'

/** @type {string | undefined} */
let root
afterEach(() => {
  if (root) rmSync(root, { recursive: true })
  root = undefined
})

/** @param {Record<string, string>} files */
function build(files) {
  root = mkdtempSync(join(tmpdir(), 'language-'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}

it('reports forbidden words as parts of names only', () => {
  const names = [
    'keptResponses',
    'MOST_ROWS',
    'mostRows',
    'world',
    'worldMap',
    'thinking',
    'kind',
    'kindOf',
    'readThing',
  ]
  expect(names.filter(isPrivateName)).toEqual(['keptResponses', 'MOST_ROWS', 'world', 'kind', 'readThing'])
})

it('fails for new private names and for listed names that no longer exist', () => {
  const at = build({
    'core/a/told.ts': 'export const plain = 1\n',
    'core/a/b.ts': 'export interface Parcel {}\nconst road = 1\nexport const used = road\n',
    'core/a/told.test.ts': 'export const asked = 1\n',
  })
  expect(checkLanguage(at, ['core/a/b.ts#Parcel', 'core/a/old.ts']).output.split('\n')).toEqual([
    'core/a/told.test.ts has a word that only this project uses: take the standard term',
    'core/a/told.ts has a word that only this project uses: take the standard term',
    'core/a/old.ts no longer exists: take it from scripts/check/private-names.txt',
  ])
  const known = ['core/a/b.ts#Parcel', 'core/a/told.test.ts', 'core/a/told.ts']
  expect(checkLanguage(at, known)).toEqual({ ok: true, output: '' })
})

it('finds private phrases outside code, and counts sentences of more than 30 words', () => {
  const long = `${'word '.repeat(31)}.`
  expect(readProse(`Whoever asks gets it. \`parcel\`\n\n| parcel |\n\n${long}`)).toEqual({
    riddles: ['Whoever'],
    long: 1,
  })
})

it('fails if a page has more private phrases than the list allows, and reports a page with fewer', () => {
  const at = build({ 'docs/a.md': 'A parcel.\n', 'docs/b.md': 'Plain.\n' })
  expect(checkProse(at, {}).output).toBe('docs/a.md has 1 private phrases, 0 are known: parcel')
  expect(checkProse(at, { 'docs/a.md': 1, 'docs/b.md': 2 })).toEqual({
    ok: true,
    output: '',
    note: 'docs/b.md: 0 private phrases are left, lower the number in scripts/check/prose-faults.json',
  })
})
