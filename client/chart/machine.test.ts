import { describe, expect, it } from 'vitest'
import type { ColumnsEntry } from '#core/query/result.ts'
import * as machine from '#client/chart/machine.ts'

const form = { viz_type: 'table', datasource: '3__table' }
const other = { ...form, row_limit: 5 }
const answer = { rowcount: 1, colnames: ['a'], columns: [[1]] } as unknown as ColumnsEntry
const one = (): machine.Charts => machine.chartAdded({}, machine.newChart(7, form))
const started = (): machine.Charts => machine.updateStarted(one(), 7, new AbortController(), other, 1000)

describe('the chart status machine', () => {
  it('C-STATE-03: a chart state has every declared field', () => {
    expect(Object.keys(machine.newChart(7, form)).toSorted()).toEqual(
      [
        'id chartStatus chartAlert chartStackTrace chartUpdateStartTime chartUpdateEndTime latestQueryFormData',
        'sliceFormData queriesResponse queryController triggerQuery lastRendered annotationData annotationError',
        'annotationQuery form_data',
      ]
        .join(' ')
        .split(' ')
        .toSorted(),
    )
  })
  it('C-STATE-04: the status is null before the first load', () => {
    expect(one()[7]?.chartStatus).toBeNull()
  })
  it('C-STATE-05 C-STATE-06: update started sets loading and stores the abort controller', () => {
    const controller = new AbortController()
    const chart = machine.updateStarted(one(), 7, controller, other, 1000)[7]
    expect(chart?.chartStatus).toBe('loading')
    expect(chart?.queryController).toBe(controller)
    expect(chart?.chartUpdateStartTime).toBe(1000)
  })
  it('C-STATE-07: update succeeded sets success and stores the answers', () => {
    const chart = machine.updateSucceeded(started(), 7, [answer], 1200)[7]
    expect(chart?.chartStatus).toBe('success')
    expect(chart?.queriesResponse).toEqual([answer])
    expect(chart?.chartUpdateEndTime).toBe(1200)
  })
  it('C-STATE-08: update stopped sets stopped with its alert', () => {
    const chart = machine.updateStopped(started(), 7, 1200)[7]
    expect([chart?.chartStatus, chart?.chartAlert]).toEqual(['stopped', 'Updating chart was stopped'])
  })
  it('C-STATE-09: render succeeded sets rendered, but not while a newer answer is on the way', () => {
    const done = machine.updateSucceeded(started(), 7, [answer], 1200)
    expect(machine.renderSucceeded(done, 7)[7]?.chartStatus).toBe('rendered')
    expect(machine.renderSucceeded(started(), 7)[7]?.chartStatus).toBe('loading')
    const drawn = machine.renderSucceeded(done, 7)
    expect(machine.renderSucceeded(drawn, 7)).toBe(drawn)
  })
  it('C-STATE-10 C-STATE-15: render failure carries the error and the stack trace', () => {
    const chart = machine.renderFailed(started(), 7, 'boom', 'at line 1', 1300)[7]
    expect(chart?.chartStatus).toBe('failed')
    expect(chart?.chartAlert).toBe('An error occurred while rendering the visualization: boom')
    expect(chart?.chartStackTrace).toBe('at line 1')
  })
  it('C-STATE-11 C-STATE-12 C-STATE-14: update failure alerts the first error and keeps the stack trace', () => {
    const chart = machine.updateFailed(started(), 7, { error: 'no such column', stacktrace: 'at 2' }, 1300)[7]
    expect([chart?.chartStatus, chart?.chartAlert, chart?.chartStackTrace]).toEqual([
      'failed',
      'no such column',
      'at 2',
    ])
  })
  it('C-STATE-13: without an answer the alert is a network error', () => {
    expect(machine.updateFailed(started(), 7, undefined, 1300)[7]?.chartAlert).toBe('Network error.')
  })
  it('C-STATE-16 C-STATE-17: charts are added and removed', () => {
    expect(Object.keys(one())).toEqual(['7'])
    expect(machine.chartRemoved(one(), 7)).toEqual({})
  })
  it('C-STATE-18: an id change moves the chart to its new id', () => {
    const moved = machine.chartIdChanged(one(), 7, 9)
    expect(Object.keys(moved)).toEqual(['9'])
    expect(moved[9]?.id).toBe(9)
  })
  it('C-STATE-19: form data updated replaces the form data', () => {
    expect(machine.formDataUpdated(one(), 7, other)[7]?.form_data).toEqual(other)
  })
  it('C-STATE-20: query triggered sets the trigger', () => {
    const off = machine.queryTriggered(one(), 7, false)
    expect(off[7]?.triggerQuery).toBe(false)
    expect(machine.queryTriggered(off, 7)[7]?.triggerQuery).toBe(true)
  })
  it('render triggered says when, and changes nothing else', () => {
    const chart = machine.renderTriggered(one(), 7, 555)[7]
    expect(chart?.lastRendered).toBe(555)
    expect(chart?.chartStatus).toBeNull()
  })
  it('C-STATE-22: after a fetch the trigger is off, however it ended', () => {
    for (const done of [
      machine.updateSucceeded(started(), 7, [answer], 1),
      machine.updateFailed(started(), 7, undefined, 1),
      machine.updateStopped(started(), 7, 1),
    ])
      expect(done[7]?.triggerQuery).toBe(false)
  })
  it('C-STATE-23: after a fetch the form that was asked is stored with the chart', () => {
    const chart = machine.updateSucceeded(started(), 7, [answer], 1)[7]
    expect(chart?.latestQueryFormData).toEqual(other)
    expect(chart?.sliceFormData).toEqual(other)
  })
  it('C-STATE-24: changing datasources clears only failed charts with a stack trace', () => {
    const failed = machine.updateFailed(started(), 7, { error: 'x', stacktrace: 'at 1' }, 1)
    const cleared = machine.datasourcesChanged(failed, 77)[7]
    expect([cleared?.chartStatus, cleared?.chartAlert, cleared?.chartStackTrace, cleared?.lastRendered]).toEqual([
      '',
      null,
      null,
      77,
    ])
    const bare = machine.updateFailed(started(), 7, { error: 'x' }, 1)
    expect(machine.datasourcesChanged(bare, 77)).toBe(bare)
  })
  it('keeps the last answers while a newer question is on the way', () => {
    const done = machine.updateSucceeded(started(), 7, [answer], 1200)
    expect(machine.updateStarted(done, 7, new AbortController(), form, 1400)[7]?.queriesResponse).toEqual([answer])
  })
})
