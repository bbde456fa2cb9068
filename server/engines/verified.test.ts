import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { engines } from './index.ts'

/** The URIs of the rows of the table of databases, each with whether its tests have run. */
const documented = readFileSync(join(import.meta.dirname, '../../docs/operate/databases.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, , uris = '', , verified] = line.split('|').map((cell) => cell.trim())
    return uris.includes('://') && verified ? [{ uris, isVerified: verified.startsWith('yes') }] : []
  })

it('documents each type of database, and as verified those whose form does not say otherwise', () => {
  const schemeOf = ({ placeholder }: (typeof engines)[number]) => placeholder.slice(0, placeholder.indexOf('://') + 3)
  const rowsOf = (scheme: string) => documented.filter(({ uris }) => uris.includes(`\`${scheme}`))
  const found = engines.map((engine) => [
    engine.name,
    rowsOf(schemeOf(engine)).length > 0,
    rowsOf(schemeOf(engine)).some(({ isVerified }) => isVerified),
  ])
  expect(found).toEqual(engines.map(({ name, isUnverified }) => [name, true, isUnverified !== true]))
})
