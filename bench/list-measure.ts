import { randomUUID } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { printRison } from '#core/rest/rison.ts'
import { type LoadClient, type Call, startLoadClient } from './load-client.ts'
import { type ListFixture, openListFixture } from './list-fixture.ts'
import { type BenchOrder, readOrder, sendFigure } from './bench-order.ts'
import { BareConnection, isRead, statementsOf } from './statements.ts'
import { openStore, type Store } from '#server/store/store.ts'
import { measureInterleaved, median, measureMs } from './statistics.ts'

interface Bench {
  readonly order: BenchOrder
  readonly fixture: ListFixture
  readonly loadClient: LoadClient
}

/** Warm-up requests, which are not measured. */
const WARM_UP = 100

const NEWEST = { order_column: 'changed_on_delta_humanized', order_direction: 'desc' }

/** Typical list requests: the first page, a late page, and a text search. */
const LIST_REQUESTS = [
  { name: 'first page', query: { ...NEWEST, page: 0, page_size: 25 } },
  { name: 'page 200', query: { ...NEWEST, page: 199, page_size: 25 } },
  {
    name: 'found by a text',
    query: {
      ...NEWEST,
      page: 0,
      page_size: 25,
      filters: [{ col: 'slice_name', opr: 'chart_all_text', value: 'CHART 12' }],
    },
  },
]

/** Pages of the lists of users and access, as the pages of the product request them. */
const ACCESS_LISTS = [
  { name: 'users', path: 'security/users', query: { page: 0, page_size: 25 } },
  { name: 'users, a late page', path: 'security/users', query: { page: 39, page_size: 25 } },
  { name: 'roles', path: 'security/roles', query: { page: 0, page_size: 25 } },
  { name: 'row rules', path: 'rowlevelsecurity', query: { page: 0, page_size: 25 }, isInMemory: true },
]

/** B26: a page of the list of charts over HTTP, compared with the store statements it runs. */
async function lists(bench: Bench): Promise<void> {
  const { fixture } = bench
  const bare = new BareConnection(fixture.file)
  for (const [who, cookie] of [
    ['admin', fixture.admin],
    ['reader', fixture.reader],
  ] as const)
    for (const { name, query } of LIST_REQUESTS)
      await measurePage(bench, bare, {
        path: 'chart',
        query,
        cookie,
        label: (count) => `${name} of ${count} charts, ${who}`,
      })
  for (const { name, ...page } of ACCESS_LISTS)
    await measurePage(bench, bare, { ...page, cookie: fixture.admin, label: (count) => `${name} (${count}), admin` })
  bare.close()
}

interface ListPage {
  readonly path: string
  readonly query: object
  readonly cookie: string
  readonly label: (count: number) => string
  /** True if the server holds the rows in memory and reads only what they refer to. */
  readonly isInMemory?: boolean
}

async function measurePage(
  { order, fixture, loadClient }: Bench,
  bare: BareConnection,
  { path, query, cookie, label: labelOf, isInMemory = false }: ListPage,
): Promise<void> {
  const q = encodeURIComponent(printRison(query))
  const call: Call = { method: 'GET', url: `${fixture.url}/api/v1/${path}/?q=${q}`, headers: { cookie }, body: '' }
  // Warms up: the caller is then cached, and the code has run often enough to be compiled.
  for (let turn = 0; turn < WARM_UP; turn++) await loadClient.once(call)
  let ids: readonly number[] = []
  let count = 0
  const statements = await statementsOf(async () => {
    const answer = JSON.parse((await loadClient.once(call)).body.toString()) as { ids: number[]; count: number }
    ids = answer.ids
    count = answer.count
  })
  const label = labelOf(count)
  const found = bare.rows(statements).map((rows) => rows.map((row) => (row as { id?: number }).id))
  if (!isInMemory && !found.some((each) => JSON.stringify(each) === JSON.stringify(ids)))
    return sendFigure({ measure: 'B26', name: label, value: null, unit: '', note: 'the statements find other rows' })
  const [requested, idle] = await measureInterleaved(
    order.plan.samples,
    async () => (await loadClient.once(call)).time,
    async () => bare.time(statements),
  )
  const [ours, theirs] = [median(requested), median(idle)]
  const note = `${ours.toFixed(1)} ms over ${theirs.toFixed(1)} ms of ${statements.length} statements`
  sendFigure({ measure: 'B26', name: label, value: ours / theirs, unit: 'x statements', most: 1.5, note })
}

/** Returns a bundle of new charts for the existing dataset. */
function bundle(fixture: ListFixture, charts: number): Blob {
  const database = fixture.database.uuid
  const files: Record<string, string> = {
    'metadata.yaml': 'version: 1.0.0\ntype: Slice\n',
    'databases/b.yaml': `database_name: d\nsqlalchemy_uri: duckdb:///d.duckdb\nuuid: ${database}\nversion: 1.0.0\n`,
    'datasets/b/open.yaml': `table_name: open\nuuid: ${fixture.dataset.uuid}\ndatabase_uuid: ${database}\nversion: 1.0.0\n`,
  }
  for (let n = 0; n < charts; n++)
    files[`charts/c_${n}.yaml`] =
      `slice_name: Imported ${n}\nviz_type: pie\nparams:\n  metrics: [count]\n  groupby: [c1]\n  row_limit: 100\n` +
      `uuid: ${randomUUID()}\ndataset_uuid: ${fixture.dataset.uuid}\nversion: 1.0.0\n`
  const packed = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [`b/${path}`, strToU8(text)])))
  return new Blob([packed], { type: 'application/zip' })
}

/** Creates the same charts with only the store, in one transaction. */
function create(store: Store, { dataset }: ListFixture, charts: number): Promise<void> {
  return store.transaction(async (tx) => {
    const { id: datasource_id = 0 } = (await tx.datasets.getByUuid(dataset.uuid)) ?? {}
    const params = JSON.stringify({ datasource: `${datasource_id}__table`, metrics: ['count'], groupby: ['c1'] })
    const made = { viz_type: 'pie', datasource_type: 'table', datasource_id, params, owners: [1] }
    await tx.charts.createMany(
      Array.from({ length: charts }, (_, n) => ({ ...made, slice_name: `Made ${n}` })),
      1,
    )
  })
}

async function importOnce(fixture: ListFixture, token: string, bytes: Blob): Promise<number> {
  const form = new FormData()
  form.append('formData', bytes, 'bundle.zip')
  const started = performance.now()
  const answer = await fetch(`${fixture.url}/api/v1/chart/import/`, {
    method: 'POST',
    headers: { cookie: fixture.admin, 'x-csrftoken': token },
    body: form,
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 300)}`)
  return performance.now() - started
}

/** B26: a bundle of charts imported over HTTP, compared with its write statements alone, on a copy of the store. */
async function bundles({ order, fixture }: Bench): Promise<void> {
  const { charts, samples } = order.plan.lists.bundle
  const twinFile = `${fixture.file}.twin`
  const own = new BareConnection(fixture.file)
  for (const file of [twinFile, `${twinFile}.made`]) own.rows([{ sql: `vacuum into '${file}'`, parameters: [] }])
  own.close()
  const twin = new BareConnection(twinFile)
  const madeIn = await openStore({ file: `${twinFile}.made` }, Date.now, randomUUID)
  const answer = await fetch(`${fixture.url}/api/v1/security/csrf_token/`, { headers: { cookie: fixture.admin } })
  const { result: token } = (await answer.json()) as { readonly result: string }
  const times: readonly [number[], number[], number[]] = [[], [], []]
  let [writes, reads] = [0, 0]
  for (let turn = -2; turn < samples; turn++) {
    const bytes = bundle(fixture, charts)
    let ours = 0
    const statements = await statementsOf(async () => {
      ours = await importOnce(fixture, token, bytes)
    })
    const writing = statements.filter((each) => !isRead(each))
    const theirs = twin.timeWriting(writing)
    const made = await measureMs(() => create(madeIn, fixture, charts))
    if (turn < 0) continue
    writes = writing.length
    reads = statements.length - writes
    times[2].push(made)
    times[0].push(ours)
    times[1].push(theirs)
  }
  const countOf = (bare: BareConnection) =>
    JSON.stringify(bare.rows([{ sql: 'select count(*) n from charts', parameters: [] }]))
  const after = new BareConnection(fixture.file)
  const isSame = countOf(after) === countOf(twin)
  after.close()
  twin.close()
  await madeIn.close()
  const name = `a bundle of ${charts} charts`
  if (!isSame) return sendFigure({ measure: 'B26', name, value: null, unit: '', note: 'the writes make another store' })
  const [ours, bare, made] = times.map(median) as [number, number, number]
  const requested = `${ours.toFixed(0)} ms (${writes} writes, ${reads} reads)`
  const say = (theirs: number, of: string) =>
    sendFigure({
      measure: 'B26',
      name: `${name}, over ${of}`,
      value: ours / theirs,
      unit: 'x',
      most: 3,
      note: `${requested} over ${theirs.toFixed(0)} ms`,
    })
  say(made, 'the store making them')
  say(bare, 'its bare writes')
}

const order = readOrder()
const fixture = await openListFixture(order.root, order.plan.lists.charts, order.plan.lists.access)
const loadClient = startLoadClient(order.root)
await lists({ order, fixture, loadClient })
await bundles({ order, fixture, loadClient })
loadClient.close()
await fixture.close()
