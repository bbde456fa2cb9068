import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { mountedRoutes } from '#testing/product-routes.ts'
import { describePolicy } from './openapi/document.ts'

const pageOf = (name: string) => fileURLToPath(new URL(`../../docs/reference/${name}.md`, import.meta.url))

const head = `# Routes

This page lists every route of the server with its permission. \`server/http/route-access.tsv\` has the status for each
type of caller. The last column says whether [REST operations](rest-operations.md) compares the route with Superset.
The server also has \`/health\`, the socket of events (\`/api/v1/async_event/ws\`) and, for identity providers, SCIM below
\`/scim/v2\`.

A test compares this page with the server; after \`npm install\`, \`npx vitest run server/resources/route-list -u\`
regenerates it.

| route | permission | Superset |
| --- | --- | --- |
`

const segmentsOf = (route: string) => route.replace(/\/$/, '').split('/')
const isParameter = (segment: string) => /^[:{]/.test(segment)

/** Returns the calls that a page compares with Superset, in segments. */
function comparedCalls(): readonly (readonly string[])[] {
  const page = readFileSync(pageOf('rest-operations'), 'utf8')
  const calls = page.matchAll(/^\| `([A-Z]+ [^`]+)` \| (?:answered|otherwise) \|/gm)
  return [...calls].map(([, call = '']) => segmentsOf(call))
}

it('routes.md lists every mounted route with its permission', async () => {
  const compared = comparedCalls()
  const isCompared = (route: string): boolean => {
    const own = segmentsOf(route)
    const isEqual = (segment: string, at: number) => segment === own[at] || isParameter(own[at] ?? '')
    return compared.some((call) => call.length === own.length && call.every(isEqual))
  }
  const pathOf = (route: string) => route.replace(/^\S+ /, '')
  const rows = [...mountedRoutes]
    .toSorted(([a], [b]) => (pathOf(a) === pathOf(b) ? Number(a > b) : pathOf(a) > pathOf(b) ? 1 : -1))
    .map(([route, { policy }]) => {
      const named = route.replace(/:(\w+)/g, '{$1}')
      return `| \`${named}\` | ${describePolicy({ policy })} | ${isCompared(route) ? 'compared' : ''} |\n`
    })
  expect(rows.length).toBeGreaterThan(480)
  await expect(`${head}${rows.join('')}`).toMatchFileSnapshot(pageOf('routes'))
})
