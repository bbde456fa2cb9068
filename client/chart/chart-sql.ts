import { fetchChartSql } from '#calls/chart-data.ts'
import { toQueryContext } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import { APPLICATION, hasPermission } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'
import { t } from '#core/text/t.ts'
import type { SqlRequest } from './open-sql-lab.ts'

/** Returns the query of a chart as a request for the SQL editor. Throws if the form has no query. */
export async function chartSqlRequest(form: FormData): Promise<SqlRequest> {
  const datasource = parseDatasource(form.datasource)
  const type = chartType(form.viz_type)
  if (!datasource || !type) throw new Error('The form asks nothing.')
  const blocks = await fetchChartSql(toQueryContext(type, form, datasource))
  return { datasourceKey: `${datasource.id}__${datasource.type}`, sql: blocks.join(';\n\n') }
}

/** Returns why the user may not open SQL in the SQL editor; undefined if the user may. */
export function noSqlReason(user: CurrentUser): string | undefined {
  return hasPermission(user, 'can_sqllab', APPLICATION) ? undefined : t('You do not have permission to use SQL Lab.')
}
