import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { acceptedFindings, attackCases } from './attack-cases.ts'
import { thirdReviewCases } from './third-review-cases.ts'
import { root } from './tree.ts'

const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)

/** The findings of the reviews. */
const FINDINGS = [
  ...numbered('C', 9),
  ...numbered('H', 10),
  ...numbered('M', 12),
  ...numbered('L', 13),
  'H-A',
  'M-B',
  'M-C',
  'M-D',
  'L-E',
  'L-F',
  'L-G',
  'L-H',
  'M-I',
  'L-J',
  'L-K',
  'L-L',
  ...numbered('R', 11),
]

const allCases = [...attackCases, ...thirdReviewCases]

/** Returns whether a file has a test with the title, in any kind of quotes. */
function hasTest(file: string, title: string): boolean {
  const text = readFileSync(join(root, file), 'utf8')
  const quoted = [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``]
  return quoted.some((each) => new RegExp(String.raw`\(\s*${escaped(each)}\s*,`).test(text))
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

it('each finding has a test or a reason', () => {
  const known = [...allCases, ...acceptedFindings].map(({ finding }) => finding)
  expect([...new Set(known)].toSorted()).toEqual(FINDINGS.toSorted())
})

it.each(allCases)('$finding: $attack', ({ file, title }) => {
  expect([file, title, hasTest(file, title)]).toEqual([file, title, true])
})
