import { localNumber } from '#core/format/locale.ts'
import type { TreeForm } from './controls.ts'
import { buildTree, MAX_NODES } from './build-tree.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { dimensionText, toNumber } from '#charts/shared/cell.ts'
import { formatFor } from '#charts/shared/number-format.ts'
import { metricOf } from '#core/form/base-query.ts'
import { columnLabel, metricLabel, type QueryColumn } from '#core/query/query-object.ts'
import { type Column, column, type Value } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'

export interface TreeNode {
  readonly name: string
  readonly value: number | null
  /** The index of the parent; -1 for the root. */
  readonly above: number
  readonly selection: SelectedMark
}

export interface TreeProps {
  /** In depth-first order. */
  readonly nodes: readonly TreeNode[]
  readonly metric: string
  readonly format: string
  /** The note about omitted nodes, or the reason why none are drawn; empty if all are drawn. */
  readonly note: string
  readonly layout: TreeForm['layout']
  readonly orient: TreeForm['orient']
  readonly nodeLabel: TreeForm['node_label_position']
  readonly leafLabel: TreeForm['child_label_position']
  readonly emphasis: TreeForm['emphasis']
  readonly symbol: TreeForm['symbol']
  readonly symbolSize: number
  readonly roam: TreeForm['roam']
}

const isNone = (value: Value | undefined): boolean => value === null || value === undefined || value === ''

function noteOf(drawn: number, rows: number, problem: string | undefined, root: string): string {
  if (problem === 'no-such-root') return t('No node has the id %s', root)
  if (problem === 'circle') return t('Every node has a parent: select the root')
  const count = (value: number) => localNumber.format(value)
  if (drawn === MAX_NODES && drawn < rows)
    return t('The %s nodes nearest to the root are drawn, of %s', count(drawn), count(rows))
  return drawn < rows ? t('%s of %s nodes are drawn: those below the root', count(drawn), count(rows)) : ''
}

/** Returns the nodes with their parents. */
function nodesOf(
  input: ChartInput<TreeForm>,
  metric: string,
): { readonly nodes: readonly TreeNode[]; readonly note: string } {
  const { form } = input
  const table = input.tables[0] ?? { columns: [], rowCount: 0 }
  const at = (key: QueryColumn | null | undefined): Column | undefined =>
    key ? column(table, columnLabel(key)) : undefined
  const [ids, parents, values] = [at(form.id), at(form.parent), column(table, metric)]
  const names = at(form.name) ?? ids
  if (!ids || !parents || !names) return { nodes: [], note: '' }
  const text = ({ values: cells, type }: Column, row: number) => dimensionText(cells[row], type)
  const rows = Array.from({ length: table.rowCount }, (_, row) => ({
    id: text(ids, row),
    parent: isNone(parents.values[row]) ? undefined : text(parents, row),
  }))
  const root = form.root_node_id.trim()
  const { branches, problem } = buildTree(rows, root)
  return {
    nodes: branches.map(({ at: row, above }) => ({
      name: text(names, row),
      value: toNumber(values?.values[row]),
      above,
      selection: { [ids.name]: ids.values[row] ?? null },
    })),
    note: noteOf(branches.length, new Set(rows.map(({ id }) => id)).size, problem, root),
  }
}

/** Returns the tree. */
export function toProps(input: ChartInput<TreeForm>): TreeProps {
  const { form } = input
  const chosen = metricOf(form, 'metric')
  const metric = chosen === undefined ? '' : metricLabel(chosen)
  return {
    ...nodesOf(input, metric),
    metric: input.dataset.verbose_map[metric] ?? metric,
    format: formatFor(input, 'number_format', metric === '' ? [] : [metric]),
    layout: form.layout,
    orient: form.orient,
    nodeLabel: form.node_label_position,
    leafLabel: form.child_label_position,
    emphasis: form.emphasis,
    symbol: form.symbol,
    symbolSize: form.symbolSize,
    roam: form.roam,
  }
}
