import type { Chart } from '#core/entity/chart.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { readableHeads } from '#server/resources/shared/readable-heads.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Returns versions without their queries if they used a dataset that the caller may not read. Today's owner need not
 * have owned the chart then, and queries name columns and values.
 */
export async function visibleVersions(versions: readonly Values[], request: RouteRequest): Promise<readonly Values[]> {
  const charts = versions as unknown as readonly Chart[]
  const readable = await readableHeads(charts, request)
  const isSeen = ({ datasource_type, datasource_id }: Chart) =>
    datasource_type !== 'table' || readable.has(datasource_id)
  return versions.map((each, at) =>
    isSeen(charts[at] as Chart) ? each : { ...each, params: null, query_context: null },
  )
}
