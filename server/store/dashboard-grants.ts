import { sql } from 'kysely'
import type { DashboardGrant, DashboardGrantDraft, MissingGrant } from '#core/entity/dashboard-grant.ts'
import type { Patch } from '#core/entity/entity.ts'
import type { Context } from './context.ts'
import { entityRepository } from './entity-repository.ts'
import type { DashboardGrants } from './repositories.ts'
import { tables } from './tables.ts'

/** Maximum pairs returned at once. */
const MAX_MISSING = 1000

/** Returns the repository of dashboard grants. */
export function dashboardGrantRepository(context: Context): DashboardGrants {
  return {
    ...entityRepository<DashboardGrant, DashboardGrantDraft, Patch<DashboardGrant>>(context, tables.dashboard_grants),
    async missing({ dashboards, limit = MAX_MISSING } = {}) {
      if (dashboards?.length === 0) return []
      const among = dashboards ? sql`used.dashboard_id in (${sql.join(dashboards)})` : sql`1 = 1`
      const { rows } = await sql<MissingGrant>`select used.dashboard_id, used.dataset_id,
          revoked.deleted_at as revoked_on, revoked.changed_by_fk as revoked_by_fk
        from dashboard_datasets as used
        join dashboards on dashboards.id = used.dashboard_id and dashboards.deleted_at is null
        join datasets on datasets.id = used.dataset_id and datasets.deleted_at is null
        left join dashboard_grants as living on living.dashboard_id = used.dashboard_id
          and living.dataset_id = used.dataset_id and living.deleted_at is null
        left join (select dashboard_id, dataset_id, max(id) as id from dashboard_grants
            where deleted_at is not null group by dashboard_id, dataset_id) as last
          on last.dashboard_id = used.dashboard_id and last.dataset_id = used.dataset_id
        left join dashboard_grants as revoked on revoked.id = last.id
        where living.id is null and ${among} and (used.dashboard_id in (select linked.dashboard_id
          from dashboard_roles as linked join roles on roles.id = linked.role_id where roles.deleted_at is null)
          or used.dashboard_id in (select given.dashboard_id from grants as given
            where given.deleted_at is null and given.dashboard_id is not null)
          or used.dashboard_id in (select placed.dashboard_id from folder_dashboards as placed
            join grants as given on given.folder_id = placed.folder_id where given.deleted_at is null))
        order by used.dashboard_id, used.dataset_id limit ${limit}`.execute(context.db)
      return rows
    },
  }
}
