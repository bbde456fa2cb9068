import { randomUUID } from 'node:crypto'
import { hashPassword } from '#server/security/password.ts'
import { openStore } from '#server/store/store.ts'
import { PRODUCT_PASSWORD } from '#testing/built-product.ts'
import type { Product } from '#testing/product.ts'

/** A user who sees only their own rows. */
export interface Owner {
  readonly name: string
  /** The number of their rows, different for each user. */
  readonly rows: number
}

/** The users of a soak test, and the ids of their data. */
export interface SoakUsers {
  readonly owners: readonly Owner[]
  /** Users who write; each owns what they create. */
  readonly writers: readonly string[]
  /** Users who run long queries. */
  readonly heavy: readonly string[]
  /** Database of uploads. */
  readonly uploads: number
  /** Dataset with rows of all owners: columns `owner`, `secret`, `n`. */
  readonly rows: number
  /** The same rows as a virtual dataset. */
  readonly rowsBySql: number
  /** A saved chart that shows the rows. */
  readonly chart: number
  /** Datasets of millions of rows, in a separate database and in that of the uploads: columns `a`, `b`. */
  readonly millions: readonly number[]
}

const OWNERS: readonly Owner[] = [
  { name: 'ann', rows: 101 },
  { name: 'bob', rows: 57 },
  { name: 'cyn', rows: 29 },
  { name: 'dan', rows: 13 },
]
const WRITERS = ['wim', 'zoe']
const HEAVY = ['hal', 'hob', 'huw', 'hyl']
/** These two have a separate rule each; one rule with the current user applies to all others. */
const BY_ROLE = ['ann', 'bob']

/** Returns the text that identifies the owner of a row in any output. */
export const secretOf = (owner: string, row: number): string => `${owner}-secret-${row}`

function csvOfRows(): string {
  const lines = OWNERS.flatMap(({ name, rows }) =>
    Array.from({ length: rows }, (_, row) => `${name},${secretOf(name, row)},${row}`),
  )
  return ['owner,secret,n', ...lines].join('\n')
}

async function createEntity(product: Product, url: string, body: object): Promise<number> {
  const answer = await product.admin.post(url, body)
  if (answer.statusCode !== 201) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
  const { id, dataset_id } = answer.json()
  return id ?? dataset_id
}

/**
 * Creates a role for each name, like Gamma with all data, and a user with that name and role. Returns the ids of the
 * roles.
 */
async function makePeople(product: Product): Promise<ReadonlyMap<string, number>> {
  const store = await openStore(product.location, Date.now, randomUUID)
  try {
    const password = await hashPassword(PRODUCT_PASSWORD)
    const roles = new Map<string, number>()
    const pairsOf = async (name: string) => store.roles.pairs((await store.roles.byName(name))?.id ?? 0)
    for (const name of [...OWNERS.map((owner) => owner.name), ...WRITERS, ...HEAVY]) {
      const { id } = await store.roles.create({ name: `role of ${name}` }, null)
      const pairs = await pairsOf(WRITERS.includes(name) ? 'Alpha' : 'Gamma')
      await store.roles.addPairs(id, [...pairs, ['all_datasource_access', 'all_datasource_access']])
      roles.set(name, id)
      await store.users.create({ username: name, first_name: name, last_name: 'Soak', password, roles: [id] }, null)
    }
    return roles
  } finally {
    await store.close()
  }
}

async function makeRules(product: Product, rows: number, roles: ReadonlyMap<string, number>): Promise<void> {
  const rule = (name: string, clause: string, who: readonly string[]) =>
    createEntity(product, '/api/v1/rowlevelsecurity/', {
      name,
      filter_type: 'Regular',
      clause,
      tables: [rows],
      roles: who.flatMap((each) => roles.get(each) ?? []),
    })
  for (const name of BY_ROLE) await rule(`rows of ${name}`, `owner = '${name}'`, [name])
  const others = [...roles.keys()].filter((name) => !BY_ROLE.includes(name))
  await rule('own rows', "owner = '{{ current_username() }}'", others)
}

/** Sets up a new product. */
export async function createSoakUsers(product: Product): Promise<SoakUsers> {
  const roles = await makePeople(product)
  const { result } = (await product.admin.get('/api/v1/database/')).json()
  const uploads = result.find(({ database_name: name }: { database_name: string }) => name === 'Uploads').id
  const form = new FormData()
  form.set('file', new File([csvOfRows()], 'rows.csv'))
  const rows = await createEntity(product, `/api/v1/database/${uploads}/upload/`, form)
  await makeRules(product, rows, roles)
  const bySql = { database: uploads, schema: 'main', table_name: 'rows by sql', sql: 'SELECT * FROM rows WHERE n >= 0' }
  const rowsBySql = await createEntity(product, '/api/v1/dataset/', bySql)
  const context = { datasource: { id: rows, type: 'table' }, queries: [{ columns: ['owner', 'secret'] }] }
  const chart = await createEntity(product, '/api/v1/chart/', {
    slice_name: 'Rows',
    viz_type: 'table',
    datasource_id: rows,
    datasource_type: 'table',
    params: '{}',
    query_context: JSON.stringify(context),
  })
  const separate = { database_name: 'Apart', sqlalchemy_uri: 'duckdb:///apart.duckdb' }
  const sql = "SELECT range AS n, 'a' || range AS a, 'b' || (range * 7) AS b FROM range(3000000)"
  const millions: number[] = []
  for (const database of [await createEntity(product, '/api/v1/database/', separate), uploads])
    millions.push(
      await createEntity(product, '/api/v1/dataset/', { database, schema: 'main', table_name: 'millions', sql }),
    )
  return { owners: OWNERS, writers: WRITERS, heavy: HEAVY, uploads, rows, rowsBySql, chart, millions }
}
