import { type AnyDatabase, createTable, type Engine } from './schema.ts'

/** Runs of the SQL editor that are not finished, their results, and the tabs of the editor. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  for (const name of ['sql_editor_id', 'results_key', 'extra_json'])
    await db.schema.alterTable('queries').addColumn(name, 'text').execute()
  await db.schema
    .alterTable('queries')
    .addColumn('progress', engine === 'sqlite' ? 'integer' : 'bigint', (column) => column.notNull().defaultTo(100))
    .execute()
  await createTable(db, engine, {
    name: 'query_results',
    columns: {
      key: 'text',
      user_id: 'integer?',
      query_id: 'integer',
      created_on: 'integer',
      expires_on: 'integer',
      rows: 'integer',
      bytes: 'integer',
      content: 'text',
    },
    primaryKey: ['key'],
    indexes: [['user_id', 'created_on'], ['expires_on']],
  })
  await createTable(db, engine, {
    name: 'tab_states',
    columns: {
      id: 'id',
      user_id: 'integer',
      label: 'text?',
      active: 'boolean',
      database_id: 'integer?',
      schema: 'text?',
      sql: 'text?',
      query_limit: 'integer?',
      latest_query_id: 'text?',
      autorun: 'boolean',
      template_params: 'text?',
      hide_left_bar: 'boolean',
      saved_query_id: 'integer?',
      version: 'integer',
      changed_on: 'integer',
      deleted_at: 'integer?',
    },
    indexes: [['user_id', 'id']],
  })
  await createTable(db, engine, {
    name: 'table_schemas',
    columns: {
      id: 'id',
      tab_state_id: 'integer',
      database_id: 'integer',
      schema: 'text?',
      table: 'text',
      description: 'text?',
      expanded: 'boolean',
    },
    references: { tab_state_id: 'tab_states' },
    indexes: [['tab_state_id', 'id']],
  })
}
