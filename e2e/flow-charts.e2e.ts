import { saveBoard } from './dashboards.ts'
import { callsOf, datasetOfSql, saveChart } from './calls.ts'
import { chart, expectDrawn } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'

/** Sources, targets and amounts. */
const ROWS = `SELECT * FROM (VALUES
  ('coal', 'power', 25), ('gas', 'power', 15), ('gas', 'heat', 10), ('power', 'homes', 30), ('power', 'rail', 10),
  ('heat', 'homes', 10)) AS v(source, target, amount)`

/** Employees, their bosses, and their start and end times. */
const STAFF = `SELECT id, boss, called, began::TIMESTAMP AS began, ended::TIMESTAMP AS ended FROM (VALUES
  (1, NULL, 'Ada', '2020-01-01', '2024-01-01'), (2, 1, 'Ben', '2021-01-01', '2023-01-01'),
  (3, 1, 'Cy', '2020-06-01', '2022-06-01'), (4, 2, 'Dee', '2021-06-01', '2023-12-01'))
  AS v(id, boss, called, began, ended)`

test('Flow, graph and hierarchy charts are drawn, read by keyboard and selected', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const flows = await datasetOfSql(calls, 'flows of the walk', ROWS)
  const staff = await datasetOfSql(calls, 'staff of the walk', STAFF)
  const amount = {
    expressionType: 'SIMPLE',
    aggregate: 'SUM',
    column: { column_name: 'amount' },
    label: 'Amount',
    hasCustomLabel: true,
  }
  const ends = { source: 'source', target: 'target', metric: amount }
  const make = (name: string, form: { readonly viz_type: string; readonly [key: string]: unknown }, dataset = flows) =>
    saveChart(calls, dataset, name, form)
  const charts = [
    await make('Sankey', { viz_type: 'sankey_v2', ...ends, row_limit: 100, sort_by_metric: true }),
    await make('Graph', { viz_type: 'graph_chart', ...ends, edgeLength: 200 }),
    await make('Chord', { viz_type: 'chord', groupby: 'source', columns: 'target', metric: amount }),
    await make('Gantt', { viz_type: 'gantt_chart', start_time: 'began', end_time: 'ended', y_axis: 'called' }, staff),
    await make('Tree', { viz_type: 'tree_chart', id: 'id', parent: 'boss', name: 'called' }, staff),
  ]
  const boxes = charts.map(({ id }, at) => ({ id, width: at < 3 ? 2 : 3, height: 50 }))
  const board = await saveBoard(calls, 'Flows of the walk', boxes)
  await page.goto(`${facet.url}/dashboard/${board}`)
  await expectDrawn(page, 5)
  const picture = (name: string) => chart(page, name).getByRole('application')
  await test.step('each chart has an accessible description', async () => {
    for (const name of ['Sankey', 'Graph', 'Chord'])
      await expect(picture(name)).toHaveAccessibleName(/^Amount\. 6 nodes, 6 links\. power → homes 30, coal → power 25/)
    await expect(picture('Tree')).toHaveAccessibleName(/^3 nodes below Ada: (Ben, Cy|Cy, Ben)$/)
    await expect(picture('Gantt')).toHaveAccessibleName('4 bars on 4 lines. From Wed, Jan 1 2020 to Mon, Jan 1 2024')
    await expectAccessible(page)
  })
  await test.step('a node selected by keys filters the other charts', async () => {
    await picture('Sankey').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(picture('Chord')).toHaveAccessibleName('Amount. 3 nodes, 2 links. power → homes 30, power → rail 10')
    await expect(picture('Sankey')).toHaveAccessibleName(/6 nodes/)
  })
  await calls.remove(`/api/v1/dashboard/${board}`)
})
