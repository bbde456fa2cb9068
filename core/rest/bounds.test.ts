import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { filesUnder, root } from '#testing/tree.ts'
import { bounds, limitExceededError, requireWithin } from './bounds.ts'

const page = fileURLToPath(new URL('../../docs/reference/limits.md', import.meta.url))
const head = `# Limits

Everything that a caller can make large has a limit with a name. A request beyond it is rejected with \`bound-passed\`, or
with \`work-waiting\` for too many tasks and \`queue-full\` for too many queries at a time. The error names the limit, the
given number and the allowed number. Nothing of the request is stored or started.

For \`states\` and \`public-states\` the entry that expires first is removed instead, for \`queries\` the oldest one.

The source is \`core/rest/bounds.ts\`. A test compares it with this page; after \`npm install\`, \`npx vitest run core/rest/bounds -u\`
regenerates the page.

| limit | value | unit | scope |
| --- | --- | --- | --- |
`

it('limits.md lists every limit with its value, and no other', async () => {
  const rows = Object.entries(bounds).map(
    ([name, { most, unit, of }]) => `| \`${name}\` | ${most.toLocaleString('en')} | ${unit} | ${of} |\n`,
  )
  expect(existsSync(page)).toBe(true)
  await expect(`${head}${rows.join('')}`).toMatchFileSnapshot(page)
})

it('the error names the limit, the amount and the maximum', () => {
  expect(() => requireWithin('context-queries', 200)).not.toThrow()
  expect(() => requireWithin('context-queries', 201)).toThrow('201 queries exceed the limit of 200 for a query context')
  expect(limitExceededError('yaml-bytes', 7)).toMatchObject({
    code: 'bound-passed',
    extra: { bound: 'yaml-bytes', count: 7 },
  })
})

it('every bound has a case', () => {
  const cases = filesUnder()
    .filter((file) => file.endsWith('.test.ts') && file !== 'core/rest/bounds.test.ts')
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const named = (name: string) => cases.includes(`'${name}`) || cases.includes(`bounds.${name}`)
  expect(Object.keys(bounds).filter((name) => !named(name))).toEqual([])
})
