import { expectThat } from './expect-that.ts'
import { resources } from '#server/resources/index.ts'
import { type Change, type Effects, type EffectWorld, q } from './effect.ts'

/** How the common routes of resources are tested on one of them. */
interface Kind {
  readonly name: string
  /** The text field that identifies rows and is changed. */
  readonly title: string
  readonly body: (world: EffectWorld) => Promise<Readonly<Record<string, unknown>>>
  /** Returns the URL prefix of the resource, if it is nested in another entity. */
  readonly base?: (world: EffectWorld) => Promise<string>
  readonly hasBin?: true
  readonly hasHistory?: true
  /** A column with distinct values, and how rows get one. */
  readonly distinct?: string
}

async function databaseId(world: EffectWorld): Promise<number> {
  return (await world.test.database()).id
}

const boardOf = async ({ admin, name }: EffectWorld): Promise<number> =>
  (await admin.post('/api/v1/dashboard/', { dashboard_title: name('board') })).json().id as number

/** Every resource: those that need more than an example, and the others by their example. */
const kinds: readonly Kind[] = [
  {
    name: 'chart',
    title: 'slice_name',
    hasBin: true,
    hasHistory: true,
    body: async (world) => ({
      slice_name: world.name('chart'),
      viz_type: 'table',
      datasource_id: (await world.test.dataset()).id,
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
    body: async (world) => ({
      database: await databaseId(world),
      table_name: world.name('dataset'),
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
    body: async (world) => ({
      name: world.name('rule'),
      filter_type: 'Regular',
      clause: '1 = 1',
      tables: [(await world.test.dataset()).id],
      roles: [1],
    }),
  },
  {
    name: 'dashboard_grant',
    title: 'note',
    body: async (world) => ({
      dashboard: await boardOf(world),
      dataset: (await world.test.dataset()).id,
      note: world.name('note'),
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
    name: 'saved_query',
    title: 'label',
    hasBin: true,
    distinct: 'schema',
    body: async (world) => ({ label: world.name('query'), sql: 'SELECT 1', db_id: await databaseId(world) }),
  },
  ...resources.flatMap(({ name, example, bin, history }): readonly Kind[] => {
    if (!example) return []
    const { title, create } = example
    const body: Kind['body'] = async (world) => ({ ...create, [title]: world.name(String(create[title])) })
    return [{ name, title, body, ...(bin ? { hasBin: true } : {}), ...(history ? { hasHistory: true } : {}) }]
  }),
]

/** One row of a resource, and its URLs. */
interface Made {
  readonly base: string
  readonly id: number
  readonly at: string
  readonly title: string
}

function hands({ title, body, base: within, name }: Kind) {
  const baseOf = within ?? (async () => `/api/v1/${name}`)
  const make = async (world: EffectWorld, base?: string): Promise<Made> => {
    const at = base ?? (await baseOf(world))
    const sent = await body(world)
    const { id } = (await world.admin.post(`${at}/`, sent)).json<{ id: number }>()
    return { base: at, id, at: `${at}/${id}`, title: String(sent[title]) }
  }
  const listed = async ({ admin }: EffectWorld, base: string, where = ''): Promise<readonly Row[]> =>
    (await admin.get(`${base}/${where}${q({ page_size: 1000 })}`)).json().result
  const shown = async ({ admin }: EffectWorld, { at }: Made): Promise<unknown> =>
    (await admin.get(at)).json().result[title]
  const rename = async (world: EffectWorld, { at }: Made): Promise<string> => {
    const next = world.name('renamed')
    await world.admin.put(at, { [title]: next })
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
function commonOf(kind: Kind): Effects {
  const { name, title } = kind
  const { baseOf, make, listed, shown, rename } = hands(kind)
  const base = `/api/v1/${name}`
  const row = `${base}/{id}`
  const gone = async (world: EffectWorld, made: Made) =>
    expectThat((await world.admin.try(made.at)) === 404, `${made.at} is still there`)
  return {
    [`GET ${base}/`]: {
      beside: `POST ${base}/`,
      act: async (world) => {
        const at = await baseOf(world)
        const before = await listed(world, at)
        const made = await make(world, at)
        const after = await listed(world, at)
        expectThat(!has(before, made.id) && has(after, made.id), 'the new row is not listed')
      },
    },
    [`POST ${base}/`]: {
      beside: `GET ${row}`,
      act: async (world) => {
        const made = await make(world)
        expectThat((await shown(world, made)) === made.title, 'the new row does not say what was sent')
      },
    },
    [`GET ${row}`]: {
      beside: `PUT ${row}`,
      act: async (world) => {
        const made = await make(world)
        const next = await rename(world, made)
        expectThat((await shown(world, made)) === next, 'the row says the old name')
      },
    },
    [`PUT ${row}`]: {
      beside: `GET ${base}/`,
      act: async (world) => {
        const made = await make(world)
        const next = await rename(world, made)
        const found = (await listed(world, made.base)).find(({ id }) => id === made.id)
        expectThat(found?.[title] === next, `the list says ${String(found?.[title])} and not ${next}`)
      },
    },
    [`DELETE ${row}`]: {
      beside: `GET ${base}/`,
      act: async (world) => {
        const made = await make(world)
        await world.admin.delete(made.at)
        expectThat(!has(await listed(world, made.base), made.id), 'the deleted row is listed')
        await gone(world, made)
      },
    },
    [`DELETE ${base}/`]: {
      beside: `GET ${base}/`,
      act: async (world) => {
        const first = await make(world)
        const others = [first, await make(world, first.base)]
        const stays = await make(world, first.base)
        await world.admin.delete(`${first.base}/${q(others.map(({ id }) => id))}`)
        for (const each of others) await gone(world, each)
        const rows = await listed(world, first.base)
        expectThat(has(rows, stays.id) && !has(rows, first.id), 'the list holds what was deleted, or lacks what stays')
      },
    },
    [`POST ${row}/restore`]: {
      beside: `GET ${row}`,
      act: async (world) => {
        const made = await make(world)
        await world.admin.delete(made.at)
        await gone(world, made)
        await world.admin.post(`${made.at}/restore`)
        expectThat((await shown(world, made)) === made.title, 'what came back says something else')
      },
    },
  }
}

/** Returns the effects of the bin routes. */
function binOf(kind: Kind): Effects {
  const { make, listed } = hands(kind)
  const base = `/api/v1/${kind.name}`
  const bin: Change['act'] = async (world) => {
    const made = await make(world)
    expectThat(!has(await listed(world, made.base, 'bin/'), made.id), 'the bin holds what lives')
    await world.admin.delete(made.at)
    expectThat(has(await listed(world, made.base, 'bin/'), made.id), 'the bin lacks what was deleted')
  }
  return {
    [`GET ${base}/bin/`]: { beside: `DELETE ${base}/{id}`, act: bin },
    [`DELETE ${base}/bin/`]: {
      beside: `GET ${base}/bin/`,
      act: async (world) => {
        const made = await make(world)
        await world.admin.delete(made.at)
        await world.admin.delete(`${made.base}/bin/${q([made.id])}`)
        expectThat(!has(await listed(world, made.base, 'bin/'), made.id), 'the bin holds what was removed')
      },
    },
  }
}

/** Returns the effects of the version routes. */
function historyOf(kind: Kind): Effects {
  const { make, shown, rename, listed } = hands(kind)
  const row = `/api/v1/${kind.name}/{id}`
  const changed = async (world: EffectWorld) => {
    const made = await make(world)
    const next = await rename(world, made)
    return { made, next, versions: await listed(world, made.at, 'history/') }
  }
  return {
    [`GET ${row}/history/`]: {
      beside: `PUT ${row}`,
      act: async (world) => {
        const { made, versions } = await changed(world)
        const before = versions.length
        world.test.now += 600_000
        await rename(world, made)
        expectThat((await listed(world, made.at, 'history/')).length === before + 1, 'no version more')
      },
    },
    [`GET ${row}/history/{revision}`]: {
      beside: `PUT ${row}`,
      act: async (world) => {
        const made = await make(world)
        world.test.now += 600_000
        const next = await rename(world, made)
        const [newest] = await listed(world, made.at, 'history/')
        const version = (await world.admin.get(`${made.at}/history/${newest?.id}`)).body
        expectThat(version.includes(next), `the version does not say ${next}: ${version.slice(0, 300)}`)
      },
    },
    [`POST ${row}/history/{revision}/restore`]: {
      beside: `GET ${row}`,
      act: async (world) => {
        const made = await make(world)
        world.test.now += 600_000
        await rename(world, made)
        const versions = await listed(world, made.at, 'history/')
        await world.admin.post(`${made.at}/history/${versions.at(-1)?.id}/restore`)
        expectThat((await shown(world, made)) === made.title, 'the old name did not come back')
      },
    },
  }
}

/** Returns the effects of the routes for lists and forms: permissions and possible values. */
function askedOf(kind: Kind): Effects {
  const { name, distinct } = kind
  const { make } = hands(kind)
  const base = `/api/v1/${name}`
  const none = 'No column of this kind has values to choose from.'
  return {
    [`GET ${base}/_info`]: {
      file: 'server/resources/contract.test.ts',
      title: 'S-PERM-12: _info tells each user their own permission strings',
    },
    [`GET ${base}/related/{column}`]: {
      why: 'People are made by commands.',
      act: async (world) => {
        const made = await make(world)
        const who = world.name('somebody')
        await world.as(who)
        const answer = await world.admin.get(`${made.base}/related/changed_by${q({ filter: who })}`)
        expectThat(answer.json().count === 1, `${answer.body} does not name ${who}`)
      },
    },
    [`GET ${base}/distinct/{column}`]: distinct
      ? {
          beside: `${name === 'dataset' ? 'PUT' : 'POST'} ${base}/${name === 'dataset' ? '{id}' : ''}`,
          act: async (world) => {
            const schema = world.name('schema')
            const told = async () => (await world.admin.get(`${base}/distinct/${distinct}`)).body.includes(schema)
            expectThat(!(await told()), 'told before it is there')
            if (name === 'dataset') await world.admin.put((await make(world)).at, { schema })
            else await world.admin.post(`${base}/`, { label: schema, sql: 'SELECT 1', schema })
            expectThat(await told(), 'the new schema is not told')
          },
        }
      : {
          why: none,
          act: async (world) => {
            const made = await make(world)
            expectThat((await world.admin.try(`${made.base}/distinct/id`)) === 404, 'it is answered')
          },
        },
  }
}

export const resourceEffects: Effects = Object.assign(
  {},
  ...kinds.map(commonOf),
  ...kinds.filter(({ hasBin }) => hasBin).map(binOf),
  ...kinds.filter(({ hasHistory }) => hasHistory).map(historyOf),
  ...kinds.map(askedOf),
)
