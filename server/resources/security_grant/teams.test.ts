import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleCases } from '#testing/case-sample.ts'
import { type DataEntryPoint, type EntryPointTarget, dataEntrances } from '#testing/data-entry-points.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { allRoutes } from '#testing/product-routes.ts'

/** The datasets. Each word is in the names and rows of its dataset, its charts and nothing else. */
const WORDS = ['amber', 'birch', 'cedar', 'dahlia'] as const
type Word = (typeof WORDS)[number]

/** The datasets of each dashboard. The first and the last are drafts. */
const BOARDS = { first: ['amber', 'birch'], second: ['birch', 'cedar'], third: ['amber', 'dahlia'] } as const
type Board = keyof typeof BOARDS

/**
 * The entities that each team reads. North sees the first dashboard by a grant to its group. Centre sees the third
 * dashboard in the same way, and reads cedar by its role. South sees the second dashboard by its role.
 */
const READS = {
  north: { boards: ['first'], datasets: ['amber', 'birch'] },
  centre: { boards: ['third'], datasets: ['amber', 'dahlia', 'cedar'] },
  south: { boards: ['second'], datasets: ['birch', 'cedar'] },
} as const satisfies Readonly<Record<string, { boards: readonly Board[]; datasets: readonly Word[] }>>
type Team = keyof typeof READS
const TEAMS = Object.keys(READS) as readonly Team[]

interface Ids {
  readonly datasets: Readonly<Record<Word, number>>
  readonly boards: Readonly<Record<Board, number>>
  /** A chart of each dataset on each dashboard that shows it, and one that is on none. */
  readonly charts: Readonly<Record<string, number>>
  /** A dataset that every team reads. */
  readonly open: number
}

let fixture: DataFixture
let ids: Ids
let tokens: Readonly<Record<Team, string>>

const columns = ['ds', 'region', 'city', 'n'].map((column_name) => ({
  column_name,
  type: column_name === 'n' ? 'INTEGER' : column_name === 'ds' ? 'TIMESTAMP' : 'VARCHAR',
  is_dttm: column_name === 'ds',
}))

async function makeEntities(): Promise<Ids> {
  const { store } = fixture.context
  const datasets: Partial<Record<Word, number>> = {}
  const charts: Record<string, number> = {}
  const chartOf = async (word: Word, board: string) => {
    const draft = { slice_name: `${word} chart`, viz_type: 'table', datasource_type: 'table' } as const
    const params = JSON.stringify({ groupby: ['city'], metrics: ['total'], query_mode: 'aggregate' })
    const query = { columns: ['city'], metrics: ['total'], row_limit: 100 }
    const query_context = JSON.stringify({ datasource: { id: datasets[word], type: 'table' }, queries: [query] })
    const chart = { ...draft, params, query_context, datasource_id: datasets[word] ?? 0 }
    charts[`${word} ${board}`] = (await store.charts.create(chart, null)).id
  }
  for (const word of WORDS) {
    const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
    const draft = { table_name: `${word}_sales`, main_dttm_col: 'ds', columns, metrics }
    datasets[word] = (await fixture.dataset(draft)).id
    await chartOf(word, 'none')
  }
  const boards: Partial<Record<Board, number>> = {}
  for (const [board, words] of Object.entries(BOARDS)) {
    for (const word of words) await chartOf(word, board)
    const draft = { dashboard_title: `${board} of ${words.join(' and ')}`, published: board === 'second' }
    const shown = words.flatMap((word) => charts[`${word} ${board}`] ?? [])
    const { id } = await store.dashboards.create({ ...draft, charts: shown }, null)
    for (const word of words)
      await store.dashboardGrants.create({ dashboard_id: id, dataset_id: datasets[word] ?? 0 }, null)
    boards[board as Board] = id
  }
  const one = { table_name: 'numbers', sql: 'SELECT 1 AS one', columns: [{ column_name: 'one', type: 'INTEGER' }] }
  const open = (await fixture.dataset(one)).id
  return { datasets, boards, charts, open } as Ids
}

/** Creates the teams: users with the role Gamma, a role of the team, and grants to a group. */
async function makeTeams(): Promise<Record<Team, string>> {
  const { store } = fixture.context
  const dataOf = (id: number, name: string) => ['datasource_access', `[examples].[${name}](id:${id})`] as const
  const made: Partial<Record<Team, string>> = {}
  for (const team of TEAMS) {
    const { id: role } = await store.roles.create({ name: team }, null)
    const own = team === 'centre' ? [dataOf(ids.datasets.cedar, 'cedar_sales')] : []
    await store.roles.setPairs(role, [dataOf(ids.open, 'numbers'), ...own])
    made[team] = await fixture.token(team, 'Gamma', 'sql_lab', team)
    const user = await store.users.byUsername(team)
    const group = await store.groups.create({ name: `Group ${team}`, users: [user?.id ?? 0], roles: [] }, null)
    const [board] = READS[team].boards
    if (team === 'south') await store.dashboards.update(ids.boards[board], { roles: [role] }, null)
    else await store.grants.create({ dashboard_id: ids.boards[board], group_id: group.id, level: 'see' }, null)
  }
  return made as Record<Team, string>
}

beforeAll(async () => {
  const tables = WORDS.map(
    (word) =>
      `CREATE TABLE ${word}_sales AS SELECT * FROM (VALUES (TIMESTAMP '2024-01-01', '${word} region', '${word} city', 1),
        (TIMESTAMP '2024-02-01', '${word} region', '${word} town', 20)) AS t(ds, region, city, n)`,
  )
  fixture = await openDataFixture(tables, Date.UTC(2024, 5, 15), { FACET_FEATURE_DASHBOARD_RBAC: '1' })
  ids = await makeEntities()
  tokens = await makeTeams()
}, 60_000)
afterAll(() => fixture.close())

async function call(
  team: Team,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  given: Pick<InjectOptions, 'payload' | 'headers'> = {},
) {
  const headers = { authorization: `Bearer ${tokens[team]}`, ...given.headers }
  const answer = await fixture.app.inject({ method, url, ...given, headers })
  return { status: answer.statusCode, text: answer.payload }
}

/** Returns the body with the dashboard on which the chart is shown, as browsers send it. */
function onDashboard(body: object | string | undefined, chart: number, board: number): object | string | undefined {
  if (typeof body !== 'object' || !('datasource' in body)) return body
  const form = 'form_data' in body && typeof body.form_data === 'object' ? body.form_data : {}
  return { ...body, form_data: { ...form, slice_id: chart, dashboardId: board } }
}

const cells = TEAMS.flatMap((team) =>
  WORDS.flatMap((word) => (Object.keys(BOARDS) as Board[]).map((board) => ({ team, word, board }))),
)

const wordsIn = (text: string) => WORDS.filter((word) => text.includes(word))

async function ask(entrance: DataEntryPoint, { team, word, board }: (typeof cells)[number]) {
  const chart = ids.charts[`${word} ${board}`] ?? ids.charts[`${word} none`] ?? 0
  const target: EntryPointTarget = {
    dataset: ids.datasets[word],
    database: { id: fixture.database.id },
    chart,
    other: { dataset: ids.open },
    sql: `SELECT city FROM ${word}_sales`,
  }
  const body = onDashboard(entrance.body?.(target), chart, ids.boards[board])
  const method = entrance.route.split(' ')[0] as 'GET' | 'POST'
  const given = body === undefined ? {} : { payload: body }
  return call(team, method, entrance.url(target), { ...given, headers: { ...entrance.headers } })
}

describe('36 cells of three teams, four datasets and three dashboards', () => {
  it('returns the data of a chart on its dashboard exactly to the teams with access to the dataset', async () => {
    const entrance = dataEntrances.find(({ name }) => name === 'type full as json') as DataEntryPoint
    const found = []
    for (const cell of cells) {
      const { status, text } = await ask(entrance, cell)
      found.push([cell.team, cell.word, cell.board, status, text.includes(`${cell.word} city`)])
    }
    const expected = cells.map(({ team, word, board }) => {
      const isRead = (READS[team].datasets as readonly Word[]).includes(word)
      return [team, word, board, isRead ? 200 : 403, isRead]
    })
    expect(found).toHaveLength(36)
    expect(found).toEqual(expected)
  })

  // Every call that returns rows: `row_level_security/entrances.test.ts` compares the list with the mounted routes.
  it.each(
    sampleCases(
      dataEntrances.filter(({ name }) => !name.includes('xlsx')),
      4,
    ),
  )(
    'reveal no row of a dataset that a team may not read: $name',
    async (entrance) => {
      const revealed = []
      for (const cell of cells) {
        const { team, word, board } = cell
        const { status, text } = await ask(entrance, cell)
        const isRead = (READS[team].datasets as readonly Word[]).includes(word)
        if (!isRead && /(region|city|town)\b/.test(text) && text.includes(`${word} `))
          revealed.push([team, word, board, status])
      }
      expect(revealed).toEqual([])
    },
    60_000,
  )
})

/** Returns the URLs of a route: one for each entity of the type that the segment before `:id` names. */
function urlsOf(path: string): readonly string[] {
  const all = {
    chart: Object.values(ids.charts),
    dataset: Object.values(ids.datasets),
    dashboard: Object.values(ids.boards),
  }
  const named: Readonly<Record<string, keyof typeof all>> = {
    chart: 'chart',
    slice_json: 'chart',
    ':class': 'chart',
    dataset: 'dataset',
    ':type': 'dataset',
    dashboard: 'dashboard',
  }
  const fixed: Readonly<Record<string, string>> = {
    ':type': 'table',
    ':class': 'slice',
    ':act': 'count',
    ':column': 'owners',
  }
  const parts = path.split('/')
  const at = parts.findIndex((part) => part === ':id' || part === ':idOrSlug')
  const type = named[parts[at - 1] ?? '']
  const values = at === -1 || type === undefined ? ['nothing'] : all[type].map(String)
  return values.map((value) =>
    parts
      .map((part, index) => (index === at ? value : part.startsWith(':') ? (fixed[part] ?? 'nothing') : part))
      .join('/'),
  )
}

it('names no dataset, chart or dashboard to a team without access, on any mounted route that reads', {
  timeout: 240_000,
}, async () => {
  const revealed = []
  const shown = new Set<string>()
  const routes = allRoutes().filter((each) => each.startsWith('GET '))
  for (const [at, route] of routes.entries()) {
    for (const [index, url] of urlsOf(route.slice(4)).entries())
      for (const team of sampleCases(TEAMS, 2, at + index)) {
        const { status, text } = await call(team, 'GET', url)
        const known: readonly Word[] = READS[team].datasets
        for (const word of wordsIn(text)) {
          if (known.includes(word)) shown.add(`${team} ${word}`)
          else revealed.push([route, url, team, word, status])
        }
      }
  }
  expect(revealed).toEqual([])
  // Each team saw each of its datasets, so that the words were there to be found.
  expect([...shown].toSorted()).toEqual(
    TEAMS.flatMap((team) => READS[team].datasets.map((word) => `${team} ${word}`)).toSorted(),
  )
})
