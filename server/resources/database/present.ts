import { has } from '#core/access/ability.ts'
import type { Database } from '#core/entity/database.ts'
import { engineNamed } from '#server/engines/index.ts'
import { printMoment } from '#server/resources/moment.ts'
import type { Asked } from '#server/route/route.ts'
import { loadPeople } from '#server/resources/shared/people.ts'
import { parseObject } from '#server/resources/shared/slice.ts'
import { presentStamp } from '#server/resources/shared/stamp.ts'

/** Databases as answered. Addresses are for those who may write databases; secrets are for nobody. */
export async function presentDatabases(
  databases: readonly Database[],
  asked: Asked,
  as: 'list' | 'show',
): Promise<readonly Record<string, unknown>[]> {
  const people = await loadPeople(asked.context.store, databases)
  const writes = has(asked.user, 'can_write', 'Database')
  return databases.map((each) => {
    const engine = engineNamed(each.backend)
    return {
      ...presentStamp(each, people, asked.context.now()),
      changed_on: printMoment(each.changed_on),
      database_name: each.database_name,
      backend: each.backend,
      expose_in_sqllab: each.expose_in_sqllab,
      allow_run_async: each.allow_run_async,
      allow_file_upload: each.allow_file_upload,
      allow_ctas: each.allow_ctas,
      allow_cvas: each.allow_cvas,
      allow_dml: each.allow_dml,
      allows_cost_estimate: false,
      allows_subquery: engine?.dialect.supports.subqueries ?? true,
      allows_virtual_table_explore: parseObject(each.extra)['allows_virtual_table_explore'] !== false,
      disable_data_preview: parseObject(each.extra)['disable_data_preview'] === true,
      explore_database_id: each.id,
      force_ctas_schema: each.force_ctas_schema,
      extra: writes ? each.extra : openExtra(each.extra),
      engine_information: { supports_file_upload: engine?.load !== undefined, disable_ssh_tunneling: true },
      ...(as === 'show' ? connection(each, writes) : {}),
    }
  })
}

/** What of a database's settings is no matter of its connection. */
const OPEN = [
  'allows_virtual_table_explore',
  'cost_estimate_enabled',
  'disable_data_preview',
  'schemas_allowed_for_csv_upload',
  'schemas_allowed_for_file_upload',
  'version',
]

/** The settings that readers are told of; others may hold how a server is let in. */
function openExtra(extra: string | null): string | null {
  if (extra === null) return null
  return JSON.stringify(Object.fromEntries(Object.entries(parseObject(extra)).filter(([name]) => OPEN.includes(name))))
}

function connection(database: Database, writes: boolean): Record<string, unknown> {
  return {
    cache_timeout: database.cache_timeout,
    configuration_method: database.configuration_method,
    driver: database.backend,
    impersonate_user: database.impersonate_user,
    is_managed_externally: database.is_managed_externally,
    server_cert: writes ? database.server_cert : null,
    masked_encrypted_extra: null,
    parameters: writes ? (engineNamed(database.backend)?.parseUri(database.sqlalchemy_uri) ?? {}) : {},
    parameters_schema: {},
    ...(writes ? { sqlalchemy_uri: database.sqlalchemy_uri } : {}),
  }
}
