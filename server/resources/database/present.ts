import { hasPermission } from '#core/access/ability.ts'
import { type Database, databaseEntity } from '#core/entity/database.ts'
import { readableExtra } from '#core/rest/database.ts'
import { engineNamed } from '#server/engines/index.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import type { SecretKeys } from '#server/base/secret-keys.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { maskedExtra, presentTunnel } from './connection.ts'
import { loadUsers } from '#server/resources/shared/users-by-id.ts'
import { hasCostEstimate } from '#server/resources/shared/cost-estimates.ts'
import { parseObject } from '#server/resources/shared/present-slice.ts'
import { presentAuditFields } from '#server/resources/shared/present-audit-fields.ts'
import { presentFields } from '#server/resources/shared/entity-resource.ts'

/** Returns databases in response form. URIs are included for callers who may write databases; secrets never. */
export async function presentDatabases(
  databases: readonly Database[],
  request: RouteRequest,
  as: 'list' | 'show',
): Promise<readonly Record<string, unknown>[]> {
  const usersById = await loadUsers(request.context.store, databases)
  const writes = hasPermission(request.user, 'can_write', 'Database')
  return databases.map((each) => {
    const engine = engineNamed(each.backend)
    return {
      ...presentAuditFields(each, usersById, request.context.now()),
      changed_on: printInstant(each.changed_on),
      ...presentFields(databaseEntity, each, as),
      allows_cost_estimate: hasCostEstimate(each),
      allows_subquery: engine?.dialect.supports.subqueries ?? true,
      allows_virtual_table_explore: parseObject(each.extra)['allows_virtual_table_explore'] !== false,
      disable_data_preview: parseObject(each.extra)['disable_data_preview'] === true,
      explore_database_id: each.id,
      extra: writes ? each.extra : readableExtra(each.extra),
      engine_information: {
        name: engine?.label ?? each.backend,
        supports_file_upload: engine?.load !== undefined,
        disable_ssh_tunneling: engine?.hasTunnels !== true,
      },
      ...(as === 'show' ? connection(each, writes, request.context.config.secretKey) : {}),
    }
  })
}

function connection(database: Database, writes: boolean, secretKey: SecretKeys): Record<string, unknown> {
  return {
    driver: database.backend,
    server_cert: writes ? database.server_cert : null,
    masked_encrypted_extra: writes ? maskedExtra(database, secretKey) : null,
    parameters: writes ? (engineNamed(database.backend)?.parseUri(database.sqlalchemy_uri) ?? {}) : {},
    parameters_schema: {},
    ssh_tunnel: writes ? presentTunnel(database) : null,
    ...(writes ? { sqlalchemy_uri: database.sqlalchemy_uri } : {}),
  }
}
