import { databaseEntity } from '#core/entity/database.ts'
import { booleanOperator } from '#server/resources/operators.ts'
import { listingOf } from '#server/resources/shared/entity-resource.ts'

export const listing = listingOf(databaseEntity, {
  person: ['id', 'first_name', 'last_name'],
  columns: [
    'allows_cost_estimate',
    'allows_subquery',
    'allows_virtual_table_explore',
    'disable_data_preview',
    'explore_database_id',
    'extra',
    'engine_information',
  ],
  showColumns: [
    'driver',
    'masked_encrypted_extra',
    'parameters',
    'parameters_schema',
    'server_cert',
    'sqlalchemy_uri',
    'ssh_tunnel',
  ],
  base: [{ column: 'database_name', direction: 'asc' }],
  filters: {
    allow_file_upload: [
      booleanOperator('upload_is_enabled', 'Upload Enabled', () => ({
        col: 'allow_file_upload',
        op: 'eq',
        value: true,
      })),
    ],
  },
  related: {},
})
