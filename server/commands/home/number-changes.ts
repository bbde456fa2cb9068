import { changesOf } from '#server/data/number-rules/number-rules.ts'
import type { Store } from '#server/store/store.ts'

/** Returns one line for each saved chart whose numbers a rule change can affect, with the reason. */
export async function numberChanges({ charts, datasets }: Pick<Store, 'charts' | 'datasets'>): Promise<string[]> {
  const { rows } = await charts.list({})
  const lines: string[] = []
  for (const { id, slice_name, viz_type, params, datasource_id } of rows) {
    const form = { ...formOf(params), viz_type }
    const dataset = await datasets.get(datasource_id)
    for (const rule of changesOf({ form, dataset })) lines.push(`${slice_name} (${id}): ${rule.reason} [${rule.id}]`)
  }
  return lines
}

function formOf(params: string | null): Record<string, unknown> {
  try {
    const form: unknown = JSON.parse(params ?? '{}')
    return typeof form === 'object' && form !== null ? (form as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
