import { beforeAll, expect, it, vi } from 'vitest'
import type { Draft, Entity } from '#core/entity/entity.ts'
import type { EntityDefinition } from '#core/entity/entity-definition.ts'
import { onBothEngines } from '#testing/stores.ts'
import { WrongTransactionStore } from './errors.ts'
import { type StoredType, storedTypes, statementTables, uncountedTables, views } from './stored-types.ts'
import { recordReads } from './recorded-reads.ts'
import type { Store } from './store.ts'
import { tableNamed } from './tables.ts'
import { Changes, SharedVersionReader } from './versions.ts'

interface Entities {
  readonly user: number
  readonly role: number
  readonly anybody: number
  readonly database: number
  readonly dataset: number
  readonly chart: number
  readonly dashboard: number
  readonly grant: number
  readonly rule: number
  readonly layer: number
  readonly tag: number
}

let count = 0
const turns = new Map<string, number>()
/** Returns `one` and `other` alternately for each name. */
function turn<T>(name: string, one: T, other: T): T {
  const times = (turns.get(name) ?? 0) + 1
  turns.set(name, times)
  return times % 2 ? one : other
}

type Write = (store: Store, entities: Entities) => Promise<unknown>

/** Writes that change rows of the type and of few others; for types without an entry a new row is created. */
const special: Readonly<Partial<Record<StoredType, Write>>> = {
  users: ({ users }, { user }) => users.signedIn(user, true),
  roles: ({ roles }, { role }) => roles.update(role, { name: `R${++count}` }, null),
  user_roles: ({ users }, { user, role, anybody }) =>
    users.update(user, { roles: turn('user_roles', [role, anybody], [role]) }, null),
  user_group_roles: ({ groups }, { role }) => groups.create({ name: `G${++count}`, roles: [role] }, null),
  user_group_members: ({ groups }, { user }) => groups.create({ name: `G${++count}`, users: [user] }, null),
  permissions: ({ roles }) => {
    const [from, to] = turn('view', ['Dashboard', 'Board'] as const, ['Board', 'Dashboard'] as const)
    return roles.renameView(from, to)
  },
  role_permissions: ({ roles }, { role }) => roles.setPairs(role, turn('pairs', [['can_read', 'Chart']], [])),
  sessions: ({ sessions }) => sessions.touch('s', 2e12 + ++count),
  owners: ({ charts }, { chart, user }) => charts.update(chart, { owners: turn('owners', [user], []) }, null),
  databases: ({ databases }, { database }) => databases.dataChanged(database),
  datasets: ({ datasets }, { dataset }) => datasets.update(dataset, { description: `D${++count}` }, null),
  dataset_columns: ({ datasets }, { dataset }) =>
    datasets.update(dataset, { columns: [{ column_name: `c${++count}` }] }, null),
  dataset_metrics: ({ datasets }, { dataset }) =>
    datasets.update(dataset, { metrics: [{ metric_name: `m${++count}`, expression: '1' }] }, null),
  charts: ({ charts }, { chart }) => charts.update(chart, { slice_name: `C${++count}` }, null),
  dashboards: ({ dashboards }, { dashboard }) => dashboards.update(dashboard, { dashboard_title: `B${++count}` }, null),
  dashboard_charts: ({ charts }, { chart, dashboard }) =>
    charts.update(chart, { dashboards: turn('dashboards', [dashboard], []) }, null),
  tagged_objects: ({ tags }, { chart, tag }) =>
    tags.change(
      'chart',
      chart,
      turn<{ add?: number[]; take?: number[] }>('tagged_objects', { add: [tag] }, { take: [tag] }),
      null,
    ),
  dashboard_roles: ({ dashboards }, { dashboard, role }) =>
    dashboards.update(dashboard, { roles: turn('dashboard_roles', [role], []) }, null),
  draft_readers: async ({ draftReaders, users }, { dashboard }) => {
    const names = { first_name: 'U', last_name: 'V' }
    const { id } = await users.create({ username: `reader${++count}`, ...names, roles: [] }, null)
    await draftReaders.add(dashboard, id)
  },
  embedded_dashboards: async ({ embeddedDashboards }, { dashboard }) => {
    await embeddedDashboards.set(dashboard, [`https://host${++count}.example.org`], null)
  },
  column_masks: ({ columnMasks }, { dataset }) =>
    columnMasks.set(dataset, [{ column_name: `c${++count}`, method: 'null', filter_type: 'Regular', roles: [] }]),
  created_tables: ({ createdTables }) =>
    createdTables.add({
      database_id: 1,
      schema: 'main',
      name: `t${++count}`,
      method: 'TABLE',
      user_id: null,
      sources: [],
    }),
  dashboard_grants: ({ dashboardGrants }, { grant }) => dashboardGrants.update(grant, { note: `N${++count}` }, null),
  folder_owners: async ({ folders, users }) => {
    const names = { first_name: 'U', last_name: 'V' }
    const { id } = await users.create({ username: `owner${++count}`, ...names, roles: [] }, null)
    await folders.create({ name: `F${count}`, owners: [id] }, null)
  },
  filter_sets: ({ filterSets }, { dashboard, user }) =>
    filterSets.create(
      { name: `F${++count}`, dashboard_id: dashboard, owner_type: 'User', owner_id: user, params: '{}' },
      null,
    ),
  row_rules: ({ rowRules }, { rule }) => rowRules.update(rule, { clause: `n < ${++count}` }, null),
  row_rule_datasets: ({ rowRules }, { rule, dataset }) =>
    rowRules.update(rule, { tables: turn('tables', [], [dataset]) }, null),
  row_rule_roles: ({ rowRules }, { rule, role }) =>
    rowRules.update(rule, { roles: turn('rule_roles', [], [role]) }, null),
  home_files: ({ homeFiles }) => homeFiles.move('databases/a.duckdb', { id: 'h', name: `H${++count}` }),
  annotations: ({ annotations }, { layer }) =>
    annotations.create(
      {
        layer_id: layer,
        short_descr: `A${++count}`,
        long_descr: null,
        start_dttm: 0,
        end_dttm: 1,
        json_metadata: null,
      },
      null,
    ),
}

/** Creates a row of an entity with a value in each required column. */
const makeRow =
  (kind: StoredType): Write =>
  (store) => {
    const { columns, defaults } = tableNamed(kind)
    const needed = Object.entries(columns).filter(([name, type]) => !type.endsWith('?') && !(name in defaults))
    const draft = needed.flatMap(([name, type]) =>
      OF_ALL.has(name) ? [] : [[name, type === 'text' ? `T${++count}` : 0]],
    )
    return store.of({ table: kind } as EntityDefinition).create(Object.fromEntries(draft) as Draft<Entity, never>, null)
  }
/** Columns that the store fills. */
const OF_ALL = new Set(['id', 'uuid', 'created_on', 'changed_on', 'version'])
const writeOf = (kind: StoredType): Write => special[kind] ?? makeRow(kind)

/** Each cached read, and the types it reads. */
const reads: Readonly<
  Record<string, { readonly of: readonly StoredType[]; read(store: Store, entities: Entities): Promise<unknown> }>
> = {
  'a user with rights': {
    of: [
      'users',
      'user_roles',
      'user_groups',
      'user_group_members',
      'user_group_roles',
      'roles',
      'permissions',
      'role_permissions',
      'grants',
      'folder_owners',
      'quotas',
    ],
    read: ({ users }, { user }) => users.current(user),
  },
  'what anybody may do': {
    of: ['roles', 'permissions', 'role_permissions', 'grants', 'quotas'],
    read: ({ users }) => users.anonymous('Anybody'),
  },
  'a session': { of: ['sessions'], read: ({ sessions }) => sessions.get('s') },
  'a database': {
    of: ['databases', 'owners', 'users'],
    read: ({ databases }, { database }) => databases.get(database),
  },
  'a dataset': {
    of: ['datasets', 'dataset_columns', 'dataset_metrics', 'owners', 'users'],
    read: ({ datasets }, { dataset }) => datasets.get(dataset),
  },
  'a chart': {
    of: ['charts', 'owners', 'users', 'dashboard_charts', 'dashboards'],
    read: ({ charts }, { chart }) => charts.get(chart),
  },
  'the home of a file': { of: ['home_files'], read: ({ homeFiles }) => homeFiles.holder('databases/a.duckdb') },
  'the rules for rows': {
    of: ['row_rules', 'row_rule_datasets', 'row_rule_roles', 'datasets', 'roles'],
    read: ({ rowRules }) => rowRules.list({}),
  },
}

async function make(store: Store): Promise<Entities> {
  const { id: role } = await store.roles.create({ name: 'R' }, null)
  const { id: anybody } = await store.roles.create({ name: 'Anybody' }, null)
  await store.roles.setPairs(anybody, [['can_read', 'Dashboard']])
  const names = { first_name: 'U', last_name: 'V' }
  const { id: user } = await store.users.create({ username: 'u', ...names, roles: [role] }, null)
  await store.sessions.create({ id: 's', user_id: user, csrf_secret: 'c', expires_at: 2e12 })
  const uri = { backend: 'duckdb', sqlalchemy_uri: 'duckdb:///a.duckdb' }
  const { id: database } = await store.databases.create({ database_name: 'a', ...uri }, null)
  const { id: dataset } = await store.datasets.create({ database_id: database, table_name: 't' }, null)
  const slice = { slice_name: 'c', viz_type: 'table', datasource_id: dataset, datasource_type: 'table' } as const
  const { id: chart } = await store.charts.create(slice, null)
  const { id: dashboard } = await store.dashboards.create({ dashboard_title: 'b' }, null)
  const { id: grant } = await store.dashboardGrants.create({ dashboard_id: dashboard, dataset_id: dataset }, null)
  const draft = { name: 'few', filter_type: 'Regular', clause: 'n < 1', tables: [dataset], roles: [role] } as const
  const { id: rule } = await store.rowRules.create(draft, null)
  const { id: layer } = await store.annotationLayers.create({ name: 'l', descr: null }, null)
  const { id: tag } = await store.tags.create({ name: 't' }, null)
  return { user, role, anybody, database, dataset, chart, dashboard, grant, rule, layer, tag }
}

const sorted = (all: Iterable<string>) => [...all].toSorted()

onBothEngines('cached reads', (fixture) => {
  let store: Store
  let other: Store
  let entities: Entities
  beforeAll(async () => {
    store = fixture().store
    other = await fixture().again()
    entities = await make(store)
    turns.clear()
  })

  /** Returns the current result of every read, and its known dependencies. */
  async function readAll(): Promise<Map<string, { readonly value: unknown; readonly from: readonly string[] }>> {
    const all = new Map<string, { value: unknown; from: readonly string[] }>()
    for (const [name, each] of Object.entries(reads)) {
      const made = await recordReads(() => each.read(store, entities))
      all.set(name, { value: made.value, from: sorted(made.reads) })
    }
    return all
  }

  /** Returns the types that have changed since, after looking. */
  async function changedSince(before: ReadonlyMap<StoredType, string>): Promise<readonly StoredType[]> {
    // Waits until the event loop turn in which another process wrote is over.
    await new Promise((resolve) => setImmediate(resolve))
    await store.versions.look()
    return storedTypes.filter((kind) => store.versions.of(kind) !== before.get(kind))
  }
  const versions = () => new Map(storedTypes.map((kind) => [kind, store.versions.of(kind)]))

  it('records the tables of a read, from the store and from the cache', async () => {
    for (let time = 0; time < 2; time++) {
      const all = await readAll()
      for (const [name, { of }] of Object.entries(reads)) expect(all.get(name)?.from, name).toEqual(sorted(of))
    }
  })

  it.each(storedTypes)('a write of %s invalidates only reads of the written table', async (kind) => {
    const stored = await readAll()
    await changedSince(versions())
    const before = versions()
    await writeOf(kind)(store, entities)
    const changed = await changedSince(before)
    expect(changed).toContain(kind)
    expect(changed.length).toBeLessThan(5)
    const again = await readAll()
    for (const [name, { of }] of Object.entries(reads)) {
      const isRetained = again.get(name)?.value === stored.get(name)?.value
      expect([name, isRetained]).toEqual([name, !of.some((each) => changed.includes(each))])
    }
  })

  it.each(storedTypes)('a write of %s by another process invalidates reads of it', async (kind) => {
    const stored = await readAll()
    const before = versions()
    await writeOf(kind)(other, entities)
    const changed = await changedSince(before)
    expect(changed).toContain(kind)
    if (store.engine === 'postgres') expect(changed.length).toBeLessThan(5)
    else expect(changed).toEqual(storedTypes)
    const again = await readAll()
    for (const [name, { of }] of Object.entries(reads)) {
      const isRetained = again.get(name)?.value === stored.get(name)?.value
      expect([name, isRetained]).toEqual([name, !of.some((each) => changed.includes(each))])
    }
  })

  it('log entries, jobs and settings do not invalidate cached reads', async () => {
    const stored = await readAll()
    await store.events.append({ actor: null, action: 'view', entity_type: 'dashboard', entity_id: 1 })
    await store.settings.set('a', 'b')
    await store.jobs.enqueue({ kind: 'k', payload: '{}', user_id: null })
    const again = await readAll()
    for (const [name, { value }] of again) expect(value, name).toBe(stored.get(name)?.value)
  })

  it('an aborted transaction changes no version, and its reads are not cached', async () => {
    await other.versions.look()
    const before = other.versions.of('databases')
    const undone = store.transaction(async (tx) => {
      await tx.databases.update(entities.database, { database_name: 'undone' }, null)
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    await new Promise((resolve) => setImmediate(resolve))
    await other.versions.look()
    if (store.engine === 'postgres') expect(other.versions.of('databases')).toBe(before)
    expect((await store.databases.get(entities.database))?.database_name).not.toBe('undone')
  })

  it('cached reads throw inside a transaction of the same store', async () => {
    await store.databases.get(entities.database)
    await store.transaction(async () => {
      await expect(store.databases.get(entities.database)).rejects.toThrow(WrongTransactionStore)
    })
  })

  it('transactions on the same tables run concurrently, except in SQLite', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const first = store.transaction(async (tx) => {
      await tx.charts.update(entities.chart, { slice_name: 'first' }, null)
      await held
      await tx.dashboards.update(entities.dashboard, { dashboard_title: 'first' }, null)
    })
    const slice = { viz_type: 'table', datasource_id: entities.dataset, datasource_type: 'table' } as const
    const extra = other.transaction(async (tx) => {
      await tx.dashboards.create({ dashboard_title: 'beside' }, null)
      return tx.charts.create({ slice_name: 'beside', ...slice }, null)
    })
    if (store.engine === 'postgres') await extra
    release()
    await first
    expect((await extra).slice_name).toBe('beside')
  })
})

it('every table has a version or is excluded, and statements are parsed into reads and writes', () => {
  expect(storedTypes.filter((kind) => (uncountedTables as readonly string[]).includes(kind))).toEqual([])
  expect(statementTables('select "a" from "users" as t where exists (select 1 from "roles")')).toEqual({
    reads: ['users', 'roles'],
    writes: [],
  })
  expect(statementTables('insert into "row_rules" ("a") select b from granted_datasets')).toEqual({
    reads: ['row_rules', ...(views['granted_datasets'] as readonly string[])],
    writes: ['row_rules'],
  })
  expect(statementTables('update "users" set "a" = $1').writes).toEqual(['users'])
  expect(statementTables('delete from "sessions"').writes).toEqual(['sessions'])
  expect(statementTables('savepoint part_1').writes).toEqual([])
  expect(statementTables('drop table "users"').writes).toBe('all')
})

it('reads versions once for each request, shares concurrent reads, and reads again outside of requests', async () => {
  const changes = new Changes()
  let version = 0
  const read = vi.fn<() => Promise<ReadonlyMap<string, string>>>(async () => {
    const now = String(version)
    await new Promise((resolve) => setTimeout(resolve, 5))
    return new Map([['users', now]])
  })
  const reading = new SharedVersionReader(changes, read, () => {})
  const call = () =>
    reading.within(async () => {
      await reading.versions.look()
      expect(reading.versions.look()).toBeUndefined()
      return reading.versions.of('users')
    })
  const first = call()
  await new Promise((resolve) => setTimeout(resolve, 1))
  version = 1
  const later = [call(), call(), call()]
  const [before, ...after] = await Promise.all([first, ...later])
  expect(read).toHaveBeenCalledTimes(2)
  expect(new Set(after).size).toBe(1)
  expect(after[0]).not.toBe(before)
  await reading.versions.look()
  await reading.versions.look()
  expect(read).toHaveBeenCalledTimes(4)
})
