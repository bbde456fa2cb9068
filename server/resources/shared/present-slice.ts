import type { Chart } from '#core/entity/chart.ts'
import type { DatasetHead } from '#core/entity/dataset.ts'
import { printAgo } from '#server/resources/print-instant.ts'
import { parseJson } from '#core/rest/json.ts'

/** Returns a description as safe HTML: paragraphs of plain text. */
function markedDown(text: string | null): string {
  return (text ?? '')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${escape(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`)
}

/** Parses JSON text as an object; returns an empty one for anything else. */
export function parseObject(text: string | null | undefined): Record<string, unknown> {
  try {
    const value: unknown = parseJson(text ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}

/** Returns the form data of a saved chart: its parameters, overridden by fields of the chart itself. */
export function formDataOf(chart: Chart): Record<string, unknown> {
  return Object.assign(parseObject(chart.params), {
    slice_id: chart.id,
    viz_type: chart.viz_type,
    datasource: `${chart.datasource_id}__${chart.datasource_type}`,
  })
}

/** Returns a chart in the form for dashboards and explore: the fields that are the same for both. */
export function presentSlice(chart: Chart, dataset: DatasetHead | undefined, now: number): Record<string, unknown> {
  const url = `/explore/?slice_id=${chart.id}`
  const name = dataset ? (dataset.schema ? `${dataset.schema}.${dataset.table_name}` : dataset.table_name) : null
  return {
    slice_id: chart.id,
    slice_name: chart.slice_name,
    slice_url: url,
    url,
    edit_url: `/chart/edit/${chart.id}`,
    viz_type: chart.viz_type,
    form_data: formDataOf(chart),
    datasource: `${chart.datasource_id}__${chart.datasource_type}`,
    datasource_id: chart.datasource_id,
    datasource_type: chart.datasource_type,
    datasource_name: name,
    datasource_name_text: name,
    datasource_url: dataset ? `/explore/?datasource_type=table&datasource_id=${dataset.id}` : null,
    table: dataset ? { table_name: dataset.table_name, default_endpoint: dataset.default_endpoint } : null,
    description: chart.description,
    description_markeddown: markedDown(chart.description),
    cache_timeout: chart.cache_timeout,
    modified: printAgo(chart.changed_on, now),
  }
}
