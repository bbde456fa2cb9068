import { expectThat } from './expect-that.ts'
import { resources } from '#server/resources/index.ts'
import { type Change, type EffectsByOperation, type EffectFixture, risonParam } from './effect.ts'

/** How the common routes of resources are tested on one of them. */
interface Kind {
  readonly name: string
  /** The text field that identifies rows and is changed. */
  readonly title: string
  readonly body: (fixture: EffectFixture) => Promise<Readonly<Record<string, unknown>>>
  /** Returns the URL prefix of the resource, if it is nested in another entity. */
  readonly base?: (fixture: EffectFixture) => Promise<string>
  readonly hasBin?: true
  readonly hasHistory?: true
  /** A column with distinct values, and how rows get one. */
  readonly distinct?: string
}

async function databaseId(fixture: EffectFixture): Promise<number> {
  return (await fixture.test.database()).id
}

const boardOf = async ({ admin, name }: EffectFixture): Promise<number> =>
  (await admin.post('/api/v1/dashboard/', { dashboard_title: name('board') })).json().id as number

/** Every resource: those that need more than an example, and the others by their example. */
const kinds: readonly Kind[] = [
  {
    name: 'chart',
    title: 'slice_name',
    hasBin: true,
    hasHistory: true,
    body: async (fixture) => ({
      slice_name: fixture.name('chart'),
      viz_type: 'table',
      datasource_id: (await fixture.test.dataset()).id,
      datasource_type: 'table',
    }),
  },
  {
    name: 'dashboard',
    title: 'dashboard_title',
    hasBin: true,
    hasHistory: true,
    body: async ({ name }) => ({ dashboard_title: name('dashboard') }),
  },
  {
    name: 'dataset',
    title: 'table_name',
    hasBin: true,
    hasHistory: true,
    distinct: 'schema',
    body: async (fixture) => ({
      database: await databaseId(fixture),
      table_name: fixture.name('dataset'),
      sql: 'SELECT 1 AS one',
    }),
  },
  {
    name: 'database',
    title: 'database_name',
    body: async ({ name }) => ({ database_name: name('database'), sqlalchemy_uri: `duckdb:///${name('d')}.duckdb` }),
  },
  {
    name: 'rowlevelsecurity',
    title: 'name',
    body: async (fixture) => ({
      name: fixture.name('rule'),
      filter_type: 'Regular',
      clause: '1 = 1',
      tables: [(await fixture.test.dataset()).id],
      roles: [1],
    }),
  },
  {
    name: 'dashboard_grant',
    title: 'note',
    body: async (fixture) => ({
      dashboard: await boardOf(fixture),
      dataset: (await fixture.test.dataset()).id,
      note: fixture.name('note'),
    }),
  },
  {
    name: 'annotation_layer/{layer}/annotation',
    title: 'short_descr',
    base: async ({ admin, name }) => {
      const layer = await admin.post('/api/v1/annotation_layer/', { name: name('layer') })
      return `/api/v1/annotation_layer/${layer.json().id}/annotation`
    },
    body: async ({ name }) => ({ short_descr: name('day'), start_dttm: '2024-01-01', end_dttm: '2024-01-02' }),
  },
  {
    name: 'dynamic_plugin',
    title: 'name',
    body: async ({ name }) => {
      const key = name('wind_rose').replaceAll(' ', '_')
      return { name: name('rose'), key, bundle_url: `/${key}.js`, integrity: `sha256-${'A'.repeat(43)}=` }
    },
  },
  {
    name: 'security/users',
    title: 'username',
    body: async ({ name }) => ({ username: name('person'), first_name: 'Kim', last_name: 'Example', roles: [1] }),
  },
  { name: 'security/roles', title: 'name', body: async ({ name }) => ({ name: name('team') }) },
  { name: 'security/groups', title: 'name', body: async ({ name }) => ({ name: name('group') }) },
  { name: 'folder', title: 'name', hasBin: true, body: async ({ name }) => ({ name: name('folder') }) },
  {
    name: 'saved_query',
    title: 'label',
    hasBin: true,
    distinct: 'schema',
    body: async (fixture) => ({ label: fixture.name('query'), sql: 'SELECT 1', db_id: await databaseId(fixture) }),
  },
  ...resources.flatMap(({ name, example, bin, history }): readonly Kind[] => {
    if (!example) return []
    const { title, create } = example
    const body: Kind['body'] = async (fixture) => ({ ...create, [title]: fixture.name(String(create[title])) })
    return [{ name, title, body, ...(bin ? { hasBin: true } : {}), ...(history ? { hasHistory: true } : {}) }]
  }),
]

/** One row of a resource, and its URLs. */
interface CreatedRow {
  readonly base: string
  readonly id: number
  readonly at: string
  readonly title: string
}

function operations({ title, body, base: within, name }: Kind) {
  const baseOf = within ?? (async () => `/api/v1/${name}`)
  const make = async (fixture: EffectFixture, base?: string): Promise<CreatedRow> => {
    const at = base ?? (await baseOf(fixture))
    const sent = await body(fixture)
    const { id } = (await fixture.admin.post(`${at}/`, sent)).json<{ id: number }>()
    return { base: at, id, at: `${at}/${id}`, title: String(sent[title]) }
  }
  const listed = async ({ admin }: EffectFixture, base: string, where = ''): Promise<readonly Row[]> =>
    (await admin.get(`${base}/${where}${risonParam({ page_size: 1000 })}`)).json().result
  const shown = async ({ admin }: EffectFixture, { at }: CreatedRow): Promise<unknown> =>
    (await admin.get(at)).json().result[title]
  const rename = async (fixture: EffectFixture, { at }: CreatedRow): Promise<string> => {
    const next = fixture.name('renamed')
    await fixture.admin.put(at, { [title]: next })
    return next
  }
  return { baseOf, make, listed, shown, rename }
}

interface Row {
  readonly id: number
  readonly [column: string]: unknown
}

const has = (rows: readonly Row[], id: number): boolean => rows.some((row) => row.id === id)

/** Returns the effects of the routes of every resource. */
function commonOf(kind: Kind): EffectsByOperation {
  const { name, title } = kind
  const { baseOf, make, listed, shown, rename } = operations(kind)
  const base = `/api/v1/${name}`
  const row = `${base}/{id}`
  const removed = async (fixture: EffectFixture, made: CreatedRow) =>
    expectThat((await fixture.admin.try(made.at)) === 404, `${made.at} is still there`)
  return {
    [`GET ${base}/`]: {
      counterpart: `POST ${base}/`,
      act: async (fixture) => {
        const at = await baseOf(fixture)
        const before = await listed(fixture, at)
        const made = await make(fixture, at)
        const after = await listed(fixture, at)
        expectThat(!has(before, made.id) && has(after, made.id), 'the new row is not listed')
      },
    },
    [`POST ${base}/`]: {
      counterpart: `GET ${row}`,
      act: async (fixture) => {
        const made = await make(fixture)
        expectThat((await shown(fixture, made)) === made.title, 'the new row does not say what was sent')
      },
    },
    [`GET ${row}`]: {
      counterpart: `PUT ${row}`,
      act: async (fixture) => {
        const made = await make(fixture)
        const next = await rename(fixture, made)
        expectThat((await shown(fixture, made)) === next, 'the row says the old name')
      },
    },
    [`PUT ${row}`]: {
      counterpart: `GET ${base}/`,
      act: async (fixture) => {
        const made = await make(fixture)
        const next = await rename(fixture, made)
        const found = (await listed(fixture, made.base)).find(({ id }) => id === made.id)
        expectThat(found?.[title] === next, `the list says ${String(found?.[title])} and not ${next}`)
      },
    },
    [`DELETE ${row}`]: {
      counterpart: `GET ${base}/`,
      act: async (fixture) => {
        const made = await make(fixture)
        await fixture.admin.delete(made.at)
        expectThat(!has(await listed(fixture, made.base), made.id), 'the deleted row is listed')
        await removed(fixture, made)
      },
    },
    [`DELETE ${base}/`]: {
      counterpart: `GET ${base}/`,
      act: async (fixture) => {
        const first = await make(fixture)
        const others = [first, await make(fixture, first.base)]
        const stays = await make(fixture, first.base)
        await fixture.admin.delete(`${first.base}/${risonParam(others.map(({ id }) => id))}`)
        for (const each of others) await removed(fixture, each)
        const rows = await listed(fixture, first.base)
        expectThat(has(rows, stays.id) && !has(rows, first.id), 'the list holds what was deleted, or lacks what stays')
      },
    },
    [`POST ${row}/restore`]: {
      counterpart: `GET ${row}`,
      act: async (fixture) => {
        const made = await make(fixture)
        await fixture.admin.delete(made.at)
        await removed(fixture, made)
        await fixture.admin.post(`${made.at}/restore`)
        expectThat((await shown(fixture, made)) === made.title, 'what came back says something else')
      },
    },
  }
}

function binOf(kind: Kind): EffectsByOperation {
  const { make, listed } = operations(kind)
  const base = `/api/v1/${kind.name}`
  const bin: Change['act'] = async (fixture) => {
    const made = await make(fixture)
    expectThat(!has(await listed(fixture, made.base, 'bin/'), made.id), 'the bin holds what lives')
    await fixture.admin.delete(made.at)
    expectThat(has(await listed(fixture, made.base, 'bin/'), made.id), 'the bin lacks what was deleted')
  }
  return {
    [`GET ${base}/bin/`]: { counterpart: `DELETE ${base}/{id}`, act: bin },
    [`DELETE ${base}/bin/`]: {
      counterpart: `GET ${base}/bin/`,
      act: async (fixture) => {
        const made = await make(fixture)
        await fixture.admin.delete(made.at)
        await fixture.admin.delete(`${made.base}/bin/${risonParam([made.id])}`)
        expectThat(!has(await listed(fixture, made.base, 'bin/'), made.id), 'the bin holds what was removed')
      },
    },
  }
}

function historyOf(kind: Kind): EffectsByOperation {
  const { make, shown, rename, listed } = operations(kind)
  const row = `/api/v1/${kind.name}/{id}`
  const changed = async (fixture: EffectFixture) => {
    const made = await make(fixture)
    const next = await rename(fixture, made)
    return { made, next, versions: await listed(fixture, made.at, 'history/') }
  }
  return {
    [`GET ${row}/history/`]: {
      counterpart: `PUT ${row}`,
      act: async (fixture) => {
        const { made, versions } = await changed(fixture)
        const before = versions.length
        fixture.test.now += 600_000
        await rename(fixture, made)
        expectThat((await listed(fixture, made.at, 'history/')).length === before + 1, 'no version more')
      },
    },
    [`GET ${row}/history/{revision}`]: {
      counterpart: `PUT ${row}`,
      act: async (fixture) => {
        const made = await make(fixture)
        fixture.test.now += 600_000
        const next = await rename(fixture, made)
        const [newest] = await listed(fixture, made.at, 'history/')
        const version = (await fixture.admin.get(`${made.at}/history/${newest?.id}`)).body
        expectThat(version.includes(next), `the version does not say ${next}: ${version.slice(0, 300)}`)
      },
    },
    [`POST ${row}/history/{revision}/restore`]: {
      counterpart: `GET ${row}`,
      act: async (fixture) => {
        const made = await make(fixture)
        fixture.test.now += 600_000
        await rename(fixture, made)
        const versions = await listed(fixture, made.at, 'history/')
        await fixture.admin.post(`${made.at}/history/${versions.at(-1)?.id}/restore`)
        expectThat((await shown(fixture, made)) === made.title, 'the old name did not come back')
      },
    },
  }
}

/** Returns the effects of the routes for lists and forms: permissions and possible values. */
function readEffectsOf(kind: Kind): EffectsByOperation {
  const { name, distinct } = kind
  const { make } = operations(kind)
  const base = `/api/v1/${name}`
  const none = 'No column of this kind has values to choose from.'
  return {
    [`GET ${base}/_info`]: {
      file: 'server/resources/contract.test.ts',
      title: 'S-PERM-12: _info returns the permissions of each user',
    },
    [`GET ${base}/related/{column}`]: {
      why: 'People are made by commands.',
      act: async (fixture) => {
        const made = await make(fixture)
        const who = fixture.name('somebody')
        await fixture.as(who)
        const answer = await fixture.admin.get(`${made.base}/related/changed_by${risonParam({ filter: who })}`)
        expectThat(answer.json().count === 1, `${answer.body} does not name ${who}`)
      },
    },
    [`GET ${base}/distinct/{column}`]: distinct
      ? {
          counterpart: `${name === 'dataset' ? 'PUT' : 'POST'} ${base}/${name === 'dataset' ? '{id}' : ''}`,
          act: async (fixture) => {
            const schema = fixture.name('schema')
            const readBack = async () => (await fixture.admin.get(`${base}/distinct/${distinct}`)).body.includes(schema)
            expectThat(!(await readBack()), 'told before it is there')
            if (name === 'dataset') await fixture.admin.put((await make(fixture)).at, { schema })
            else await fixture.admin.post(`${base}/`, { label: schema, sql: 'SELECT 1', schema })
            expectThat(await readBack(), 'the new schema is not told')
          },
        }
      : {
          why: none,
          act: async (fixture) => {
            const made = await make(fixture)
            expectThat((await fixture.admin.try(`${made.base}/distinct/id`)) === 404, 'it is answered')
          },
        },
  }
}

export const resourceEffects: EffectsByOperation = Object.assign(
  {},
  ...kinds.map(commonOf),
  ...kinds.filter(({ hasBin }) => hasBin).map(binOf),
  ...kinds.filter(({ hasHistory }) => hasHistory).map(historyOf),
  ...kinds.map(readEffectsOf),
)
