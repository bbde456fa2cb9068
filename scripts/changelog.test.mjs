import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#testing/tree.ts'

const MAX_LINE = 140
const SECTIONS = ['Added', 'Changed', 'Fixed', 'Security', 'Numbers that change']
const VERSION = /^## (Unreleased|(\d+)\.(\d+)\.(\d+)(?: - \d{4}-\d{2}-\d{2})?)$/

/**
 * Returns what breaks the form of a changelog: newest version first, known sections in order, one short line per change.
 * @param {string} text
 * @returns {string[]}
 */
function problemsOf(text) {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.startsWith('## '))
  /** @type {string[]} */
  const problems = []
  /** @type {number[][]} */
  const versions = []
  let section = -1
  /** @type {Set<string>} */
  let entries = new Set()
  for (const line of lines.slice(start).filter(Boolean)) {
    const version = VERSION.exec(line)
    if (version) {
      versions.push(version[2] === undefined ? [Infinity] : version.slice(2, 5).map(Number))
      section = -1
      entries = new Set()
    } else if (line.startsWith('### ')) {
      const next = SECTIONS.indexOf(line.slice(4))
      if (next <= section) problems.push(`unknown, repeated or misplaced: ${line}`)
      section = next
    } else if (!line.startsWith('- ') || section < 0) problems.push(`no entry of a section: ${line}`)
    else {
      if (line.length > MAX_LINE) problems.push(`${line.length} characters: ${line}`)
      if (entries.has(line)) problems.push(`repeated: ${line}`)
      entries.add(line)
    }
  }
  const newest = versions.toSorted((a, b) => compare(b, a))
  if (JSON.stringify(versions) !== JSON.stringify(newest)) problems.push('versions are not newest first')
  if (versions.length === 0) problems.push('there is no version')
  return problems
}

/**
 * @param {number[]} a
 * @param {number[]} b
 * @returns {number} negative when a is older
 */
function compare(a, b) {
  const at = a.findIndex((part, index) => part !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

it('the changelog has the form of Keep a Changelog', () => {
  expect(problemsOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))).toEqual([])
})

it('reports long lines, unknown sections, prose and the wrong order', () => {
  const wrong = [
    '# Changelog',
    '',
    '## 0.1.0',
    '### Fixed',
    `- ${'x'.repeat(139)}`,
    '- One',
    '- One',
    '### Added',
    '### Improved',
    'Prose.',
    '## Unreleased',
    '- Alone',
  ].join('\n')
  expect(problemsOf(wrong).map((each) => each.slice(0, 40))).toEqual([
    `141 characters: - ${'x'.repeat(22)}`,
    'repeated: - One',
    'unknown, repeated or misplaced: ### Adde',
    'unknown, repeated or misplaced: ### Impr',
    'no entry of a section: Prose.',
    'no entry of a section: - Alone',
    'versions are not newest first',
  ])
})
