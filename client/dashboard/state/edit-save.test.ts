import { expect, it } from 'vitest'
import { makeNode } from '#core/layout/make-node.ts'
import { insertNode } from '#core/layout/move-node.ts'
import { editMeta } from '#core/layout/node-changes.ts'
import { GRID_ID, nodeOf } from '#core/layout/node.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import { isSameLayout, layoutBody, saveBody } from './edit-save.ts'
import { openDashboard } from '#testing/dashboard.ts'

let made = 0
const suffix = () => `n${(made += 1)}`
const chart = makeNode('CHART', suffix, { chartId: 7 })
const edit = insertNode(readLayout(null, suffix), chart, { parentId: GRID_ID, index: 0 }, suffix)
const layout = 'ok' in edit ? edit.ok : {}

it('sends the layout inside the metadata and keeps the other metadata', () => {
  const before = openDashboard({ refresh_frequency: 30, unknown_key: [1] }).info
  const body = saveBody({ layout, info: { ...before, title: ' Sales ', published: false } }, before)
  expect(body).toMatchObject({ dashboard_title: 'Sales', published: false })
  expect(Object.keys(body).toSorted()).toEqual(['dashboard_title', 'json_metadata', 'published'])
  const { positions, ...metadata } = JSON.parse(String(body['json_metadata']))
  expect(metadata).toEqual({ refresh_frequency: 30, unknown_key: [1] })
  expect(positions[chart.id]).toMatchObject({ type: 'CHART', meta: { chartId: 7 } })
  expect(nodeOf(positions, 'HEADER_ID')?.meta.text).toBe('Sales')
})

it('drops cross-filter settings of removed charts', () => {
  const configuration = { 7: { id: 7 }, 8: { id: 8 } }
  const info = { title: 'Sales', metadata: { chart_configuration: configuration } }
  const { chart_configuration } = JSON.parse(layoutBody({ layout, info }).json_metadata)
  expect(chart_configuration).toEqual({ 7: { id: 7 } })
})

it('saves a dashboard without a title as [ untitled dashboard ]', () => {
  const { info } = openDashboard()
  expect(saveBody({ layout, info: { ...info, title: '  ' } }, info)['dashboard_title']).toBe('[ untitled dashboard ]')
})

it('recognizes a layout to which the server added uuids', () => {
  const stored = JSON.parse(JSON.stringify(editMeta(layout, chart.id, { uuid: 'a-b-c' })))
  expect(isSameLayout(stored, layout)).toBe(true)
  expect(isSameLayout(editMeta(layout, chart.id, { width: 5 }), layout)).toBe(false)
  expect(isSameLayout(readLayout(null, suffix), layout)).toBe(false)
})
