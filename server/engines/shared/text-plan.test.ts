import { expect, it } from 'vitest'
import { parseTextPlan } from './text-plan.ts'

it('parses a plan of Redshift', () => {
  const plan = parseTextPlan([
    'XN HashAggregate  (cost=131.97..133.41 rows=576 width=17)',
    '  ->  XN Hash Join DS_DIST_NONE  (cost=10.00..90.00 rows=50 width=8)',
    '        Hash Cond: ("outer".id = "inner".id)',
    '        ->  XN Seq Scan on event  (cost=0.00..87.98 rows=8798 width=17)',
    '        ->  XN Hash  (cost=1.00..1.00 rows=2 width=4)',
  ])
  expect(plan).toEqual({
    name: 'XN HashAggregate',
    detail: '',
    cost: 133.41,
    rows: 576,
    children: [
      {
        name: 'XN Hash Join DS_DIST_NONE',
        detail: 'Hash Cond: ("outer".id = "inner".id)',
        cost: 90,
        rows: 50,
        children: [
          { name: 'XN Seq Scan on event', detail: '', cost: 87.98, rows: 8798, children: [] },
          { name: 'XN Hash', detail: '', cost: 1, rows: 2, children: [] },
        ],
      },
    ],
  })
})

it('parses a plan of CockroachDB', () => {
  const plan = parseTextPlan([
    'distribution: local',
    '',
    '• sort',
    '│ estimated row count: 1,234',
    '│ order: +a',
    '│',
    '└── • filter',
    '    │ filter: a > 1',
    '    └── • scan',
    '          table: t@primary',
  ])
  expect(plan).toMatchObject({ name: 'plan', detail: 'distribution: local' })
  expect(plan.children).toEqual([
    {
      name: 'sort',
      detail: 'order: +a',
      cost: null,
      rows: 1234,
      children: [
        {
          name: 'filter',
          detail: 'filter: a > 1',
          cost: null,
          rows: null,
          children: [{ name: 'scan', detail: 'table: t@primary', cost: null, rows: null, children: [] }],
        },
      ],
    },
  ])
})
