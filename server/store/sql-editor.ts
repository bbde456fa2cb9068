import type { BoundValue } from './bind.ts'
import type { Context } from './context.ts'
import { VersionConflict } from './errors.ts'

/** A tab of the SQL editor. Times are epoch milliseconds. */
export interface TabState {
  readonly id: number
  readonly user_id: number
  readonly label: string | null
  readonly active: boolean
  readonly database_id: number | null
  readonly schema: string | null
  readonly sql: string | null
  readonly query_limit: number | null
  /** Client id of the last started run. */
  readonly latest_query_id: string | null
  readonly autorun: boolean
  /** JSON text. */
  readonly template_params: string | null
  readonly hide_left_bar: boolean
  readonly saved_query_id: number | null
  /** The dataset that the tab was opened with, such as `3__table`; it may no longer exist. */
  readonly datasource_key: string | null
  /** Incremented with each change of the tab's content. */
  readonly version: number
  readonly changed_on: number
}

export type TabValues = Partial<Omit<TabState, 'id' | 'user_id' | 'version' | 'changed_on'>>

/** A table in the schema browser of a tab. */
export interface TableSchema {
  readonly id: number
  readonly tab_state_id: number
  readonly database_id: number
  readonly schema: string | null
  readonly table: string
  /** JSON text. */
  readonly description: string | null
  readonly expanded: boolean
}

/** Tabs of the SQL editor, each owned by one user. */
export interface TabStates {
  /** Creates a tab and makes it the active one of its owner. */
  create(userId: number, values: TabValues): Promise<TabState>
  get(id: number): Promise<TabState | undefined>
  /** Returns the open tabs of a user, oldest first. */
  ofUser(userId: number): Promise<readonly TabState[]>
  /** Changes a tab. Throws VersionConflict unless it still has version `ifVersion`. */
  update(id: number, values: TabValues, ifVersion?: number): Promise<TabState>
  activate(tab: Pick<TabState, 'id' | 'user_id'>): Promise<void>
  /** Closes a tab; it can be restored for a time. */
  close(id: number): Promise<void>
  /** Reopens a closed tab of a user; returns undefined if there is none. */
  restore(id: number, userId: number): Promise<TabState | undefined>
  /** Deletes tabs closed before a time. Returns how many. */
  purge(before: number): Promise<number>
  tables(tabId: number): Promise<readonly TableSchema[]>
  addTable(values: Omit<TableSchema, 'id'>): Promise<TableSchema>
  table(id: number): Promise<TableSchema | undefined>
  expandTable(id: number, expanded: boolean): Promise<void>
  removeTable(id: number): Promise<void>
}

const TAB_FLAGS = ['active', 'autorun', 'hide_left_bar'] as const

/** Returns values in stored form: booleans are 0 and 1. */
function toStoredValues(values: object): Record<string, BoundValue> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  ) as Record<string, BoundValue>
}

/** A stored tab: flags are 0 and 1. */
type TabRow = Omit<TabState, (typeof TAB_FLAGS)[number]> & Readonly<Record<(typeof TAB_FLAGS)[number], number>>
type TableRow = Omit<TableSchema, 'expanded'> & { readonly expanded: number }

function readTab(row: TabRow): TabState {
  return { ...row, active: row.active === 1, autorun: row.autorun === 1, hide_left_bar: row.hide_left_bar === 1 }
}

const readTable = (row: TableRow): TableSchema => ({ ...row, expanded: row.expanded === 1 })

export function tabStateRepository(context: Context): TabStates {
  const { db, clock } = context
  const one = async (id: number) => {
    const found = db.selectFrom('tab_states').selectAll().where('id', '=', id)
    const row = await found.where('deleted_at', 'is', null).$castTo<TabRow>().executeTakeFirst()
    return row && readTab(row)
  }
  const activate = async ({ id, user_id }: Pick<TabState, 'id' | 'user_id'>) => {
    await db.updateTable('tab_states').set({ active: 0 }).where('user_id', '=', user_id).execute()
    await db.updateTable('tab_states').set({ active: 1 }).where('id', '=', id).execute()
  }
  return {
    async create(userId, values) {
      const made = { autorun: false, hide_left_bar: false, ...values, active: true, user_id: userId, version: 1 }
      const row = await db
        .insertInto('tab_states')
        .values(toStoredValues({ ...made, changed_on: clock() }))
        .returningAll()
        .$castTo<TabRow>()
        .executeTakeFirstOrThrow()
      const tab = readTab(row)
      await activate(tab)
      return tab
    },
    get: one,
    async ofUser(userId) {
      const rows = await db
        .selectFrom('tab_states')
        .selectAll()
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .$castTo<TabRow>()
        .execute()
      return rows.map(readTab)
    },
    async update(id, values, ifVersion) {
      let changed = db
        .updateTable('tab_states')
        .set((each) => ({ ...toStoredValues(values), changed_on: clock(), version: each('version', '+', 1) }))
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
      if (ifVersion !== undefined) changed = changed.where('version', '=', ifVersion)
      const row = await changed.returningAll().$castTo<TabRow>().executeTakeFirst()
      if (row) return readTab(row)
      throw new VersionConflict('tab_states', id, ifVersion ?? 0, (await one(id))?.version ?? 0)
    },
    activate,
    ...closedTabs(context, activate),
    ...tableSchemas(context),
  }
}

type Activate = TabStates['activate']

/** Returns the operations that close and reopen tabs. */
function closedTabs({ db, clock }: Context, activate: Activate): Pick<TabStates, 'close' | 'restore' | 'purge'> {
  return {
    async close(id) {
      await db.updateTable('tab_states').set({ deleted_at: clock(), active: 0 }).where('id', '=', id).execute()
    },
    async restore(id, userId) {
      const row = await db
        .selectFrom('tab_states')
        .selectAll()
        .where('id', '=', id)
        .where('deleted_at', 'is not', null)
        .$castTo<TabRow>()
        .executeTakeFirst()
      const closed = row && readTab(row)
      if (closed?.user_id !== userId) return undefined
      await db.updateTable('tab_states').set({ deleted_at: null }).where('id', '=', id).execute()
      await activate(closed)
      return { ...closed, active: true }
    },
    async purge(before) {
      const old = db.selectFrom('tab_states').select('id').where('deleted_at', '<', before)
      await db.deleteFrom('table_schemas').where('tab_state_id', 'in', old).execute()
      const { numDeletedRows } = await db.deleteFrom('tab_states').where('deleted_at', '<', before).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

type TableParts = Pick<TabStates, 'tables' | 'addTable' | 'table' | 'expandTable' | 'removeTable'>

function tableSchemas({ db }: Context): TableParts {
  return {
    async tables(tabId) {
      const rows = await db
        .selectFrom('table_schemas')
        .selectAll()
        .where('tab_state_id', '=', tabId)
        .orderBy('id')
        .$castTo<TableRow>()
        .execute()
      return rows.map(readTable)
    },
    async addTable(values) {
      const row = await db
        .insertInto('table_schemas')
        .values(toStoredValues(values))
        .returningAll()
        .$castTo<TableRow>()
        .executeTakeFirstOrThrow()
      return readTable(row)
    },
    async table(id) {
      const row = await db
        .selectFrom('table_schemas')
        .selectAll()
        .where('id', '=', id)
        .$castTo<TableRow>()
        .executeTakeFirst()
      return row && readTable(row)
    },
    async expandTable(id, expanded) {
      await db
        .updateTable('table_schemas')
        .set({ expanded: Number(expanded) })
        .where('id', '=', id)
        .execute()
    },
    async removeTable(id) {
      await db.deleteFrom('table_schemas').where('id', '=', id).execute()
    },
  }
}

/** The rows of a statement, stored for the user who ran it. `content` is text; `bytes` is its length. */
export interface QueryResult {
  readonly key: string
  readonly user_id: number | null
  readonly query_id: number
  readonly created_on: number
  readonly expires_on: number
  readonly rows: number
  readonly bytes: number
  readonly content: string
}

/** Results of the SQL editor. */
export interface QueryResults {
  /** Stores a result; deletes the oldest ones of its owner while all of them exceed `maxBytes`. */
  put(result: Omit<QueryResult, 'created_on' | 'bytes'>, maxBytes: number): Promise<void>
  /** Returns the result of a key, unless it has expired. */
  get(key: string): Promise<QueryResult | undefined>
  /** Deletes expired results. Returns their number. */
  purge(): Promise<number>
}

export function queryResultRepository({ db, clock }: Context): QueryResults {
  return {
    async put({ content, ...result }, maxBytes) {
      const row = { ...result, content, created_on: clock(), bytes: content.length }
      await db.insertInto('query_results').values(row).execute()
      const is = result.user_id === null ? 'is' : '='
      const storedState = await db
        .selectFrom('query_results')
        .select(['key', 'bytes'])
        .where('user_id', is, result.user_id)
        .orderBy('created_on', 'desc')
        .orderBy('key')
        .execute()
      let sum = row.bytes
      const beyond = storedState.filter(({ key, bytes }) => {
        if (key === result.key) return false
        sum += Number(bytes)
        return sum > maxBytes
      })
      for (const { key } of beyond)
        await db
          .deleteFrom('query_results')
          .where('key', '=', key as string)
          .execute()
    },
    async get(key) {
      return db
        .selectFrom('query_results')
        .selectAll()
        .where('key', '=', key)
        .where('expires_on', '>', clock())
        .$castTo<QueryResult>()
        .executeTakeFirst()
    },
    async purge() {
      const { numDeletedRows } = await db
        .deleteFrom('query_results')
        .where('expires_on', '<=', clock())
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
