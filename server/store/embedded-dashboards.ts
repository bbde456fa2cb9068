import type { Context } from './context.ts'

/** A dashboard that guest tokens may name by the uuid of this record. */
export interface EmbeddedDashboard {
  readonly uuid: string
  readonly dashboard_id: number
  /** Origins of the pages that may embed it; empty allows every page. */
  readonly allowed_domains: readonly string[]
  /** Epoch milliseconds. */
  readonly changed_on: number
  readonly changed_by_fk: number | null
}

/** Dashboards that are open to guest tokens. */
export interface EmbeddedDashboards {
  byDashboard(dashboardId: number): Promise<EmbeddedDashboard | undefined>
  /** Returns those of the uuids that exist and whose dashboards are not deleted. */
  byUuids(uuids: readonly string[]): Promise<readonly EmbeddedDashboard[]>
  /** Opens a dashboard to guests, or changes its allowed domains; an existing record retains its uuid. */
  set(dashboardId: number, allowedDomains: readonly string[], actor: number | null): Promise<EmbeddedDashboard>
  /** Closes a dashboard to guests; false if it was not open. */
  remove(dashboardId: number): Promise<boolean>
}

type Row = Omit<EmbeddedDashboard, 'allowed_domains'> & { readonly allowed_domains: string }

const readRow = ({ allowed_domains, ...row }: Row): EmbeddedDashboard => ({
  ...row,
  allowed_domains: JSON.parse(allowed_domains) as string[],
})

const COLUMNS = ['one.uuid', 'one.dashboard_id', 'one.allowed_domains', 'one.changed_on', 'one.changed_by_fk'] as const

/** Returns the repository of embedded dashboards. */
export function embeddedDashboardRepository({ db, clock, newUuid }: Context): EmbeddedDashboards {
  async function byDashboard(dashboardId: number): Promise<EmbeddedDashboard | undefined> {
    const query = db.selectFrom('embedded_dashboards as one').select(COLUMNS).where('dashboard_id', '=', dashboardId)
    const row = await query.$castTo<Row>().executeTakeFirst()
    return row && readRow(row)
  }
  return {
    byDashboard,
    async byUuids(uuids) {
      if (uuids.length === 0) return []
      const rows = await db
        .selectFrom('embedded_dashboards as one')
        .innerJoin('dashboards as board', 'board.id', 'one.dashboard_id')
        .select(COLUMNS)
        .where('one.uuid', 'in', [...uuids])
        .where('board.deleted_at', 'is', null)
        .orderBy('one.id')
        .$castTo<Row>()
        .execute()
      return rows.map(readRow)
    },
    async set(dashboardId, allowedDomains, actor) {
      const existing = await byDashboard(dashboardId)
      const values = { allowed_domains: JSON.stringify(allowedDomains), changed_on: clock(), changed_by_fk: actor }
      if (existing) {
        await db.updateTable('embedded_dashboards').set(values).where('dashboard_id', '=', dashboardId).execute()
        return readRow({ ...existing, ...values })
      }
      const row = { uuid: newUuid(), dashboard_id: dashboardId, ...values }
      await db.insertInto('embedded_dashboards').values(row).execute()
      return readRow(row)
    },
    async remove(dashboardId) {
      if (!(await byDashboard(dashboardId))) return false
      await db.deleteFrom('embedded_dashboards').where('dashboard_id', '=', dashboardId).execute()
      return true
    },
  }
}
