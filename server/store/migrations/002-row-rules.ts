import { type AnyDatabase, createTable, type Engine, type NewTable } from './schema.ts'

const tables: readonly NewTable[] = [
  {
    name: 'row_rules',
    columns: {
      id: 'id',
      uuid: 'text',
      created_on: 'integer',
      changed_on: 'integer',
      created_by_fk: 'integer?',
      changed_by_fk: 'integer?',
      deleted_at: 'integer?',
      version: 'integer',
      name: 'text',
      name_folded: 'text',
      description: 'text?',
      filter_type: 'text',
      group_key: 'text?',
      group_key_folded: 'text?',
      clause: 'text',
      clause_folded: 'text',
    },
    unique: [['uuid']],
    uniqueLiving: [['name']],
  },
  {
    name: 'row_rule_datasets',
    columns: { rule_id: 'integer', dataset_id: 'integer' },
    primaryKey: ['rule_id', 'dataset_id'],
    references: { rule_id: 'row_rules', dataset_id: 'datasets' },
    indexes: [['dataset_id']],
  },
  {
    name: 'row_rule_roles',
    columns: { rule_id: 'integer', role_id: 'integer' },
    primaryKey: ['rule_id', 'role_id'],
    references: { rule_id: 'row_rules', role_id: 'roles' },
    indexes: [['role_id']],
  },
]

/** Rules that narrow the rows people see. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  for (const table of tables) await createTable(db, engine, table)
}
