import { describe, expect, it } from 'vitest'
import type { ColumnarResult } from '#core/query/result.ts'
import * as machine from '#client/chart/chart-state.ts'

const form = { viz_type: 'table', datasource: '3__table' }
const other = { ...form, row_limit: 5 }
const answer = { rowcount: 1, colnames: ['a'], columns: [[1]] } as unknown as ColumnarResult
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
  it('C-STATE-07: update succeeded sets success and stores the results', () => {
    const chart = machine.updateSucceeded(started(), 7, [answer], 1200)[7]
    expect(chart?.chartStatus).toBe('success')
    expect(chart?.queriesResponse).toEqual([answer])
    expect(chart?.chartUpdateEndTime).toBe(1200)
  })
  it('C-STATE-08: update stopped sets stopped with its alert', () => {
    const chart = machine.updateStopped(started(), 7, 1200)[7]
    expect([chart?.chartStatus, chart?.chartAlert]).toEqual(['stopped', 'Updating chart was stopped'])
  })
  it('C-STATE-09: render succeeded sets rendered, except while a newer query is running', () => {
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
  it('C-STATE-13: a missing response sets the alert to a network error', () => {
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
  it('render triggered sets only the time', () => {
    const chart = machine.renderTriggered(one(), 7, 555)[7]
    expect(chart?.lastRendered).toBe(555)
    expect(chart?.chartStatus).toBeNull()
  })
  it('C-STATE-22: the end of a fetch resets the trigger', () => {
    for (const done of [
      machine.updateSucceeded(started(), 7, [answer], 1),
      machine.updateFailed(started(), 7, undefined, 1),
      machine.updateStopped(started(), 7, 1),
    ])
      expect(done[7]?.triggerQuery).toBe(false)
  })
  it('C-STATE-23: the end of a fetch stores the queried form data with the chart', () => {
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
  it('retains the last results while a newer query is running', () => {
    const done = machine.updateSucceeded(started(), 7, [answer], 1200)
    expect(machine.updateStarted(done, 7, new AbortController(), form, 1400)[7]?.queriesResponse).toEqual([answer])
  })
})

const under = () => new AbortController()
const drawn = () => machine.renderSucceeded(machine.updateSucceeded(started(), 7, [answer], 1), 7)
const again = () => machine.updateStarted(drawn(), 7, under(), form, 2)
const mistake = { kind: 'column', name: 'orgin', candidates: ['origin'] } as const

/** The states of a chart. */
const states: Readonly<Record<string, () => machine.Charts>> = {
  waiting: one,
  'loading first': started,
  'loading over a picture': again,
  answered: () => machine.updateSucceeded(started(), 7, [answer], 1),
  drawn,
  stopped: () => machine.updateStopped(started(), 7, 1),
  'stopped over a picture': () => machine.updateStopped(again(), 7, 3),
  'question failed': () => machine.updateFailed(again(), 7, { error: 'no', stacktrace: 'at 1', mistake }, 3),
  lost: () => machine.updateFailed(started(), 7, undefined, 1),
  'picture failed': () => machine.renderFailed(drawn(), 7, 'boom', 'at 2', 3),
  'picture failed while loading': () => machine.renderFailed(again(), 7, 'boom', 'at 2', 3),
  cleared: () => machine.datasourcesChanged(machine.renderFailed(drawn(), 7, 'boom', 'at 2', 3), 4),
}

/** The events of a chart and the state each leads to; a function of the previous state where that matters. */
const events: Readonly<
  Record<string, readonly [(charts: machine.Charts) => machine.Charts, (before: machine.ChartState) => string | null]>
> = {
  started: [(charts) => machine.updateStarted(charts, 7, under(), other, 9), () => 'loading'],
  succeeded: [(charts) => machine.updateSucceeded(charts, 7, [answer], 9), () => 'success'],
  stopped: [(charts) => machine.updateStopped(charts, 7, 9), () => 'stopped'],
  failed: [(charts) => machine.updateFailed(charts, 7, { error: 'x', stacktrace: 'at 3', mistake }, 9), () => 'failed'],
  lost: [(charts) => machine.updateFailed(charts, 7, undefined, 9), () => 'failed'],
  painted: [
    (charts) => machine.renderSucceeded(charts, 7),
    ({ chartStatus }) => (chartStatus === 'success' ? 'rendered' : chartStatus),
  ],
  crashed: [(charts) => machine.renderFailed(charts, 7, 'boom', null, 9), () => 'failed'],
  'of another dataset': [
    (charts) => machine.datasourcesChanged(charts, 9),
    ({ chartStatus, chartStackTrace }) => (chartStackTrace ? '' : chartStatus),
  ],
}

/** Returns the combinations of fields in this chart that must not occur. */
function impossible(chart: machine.ChartState): readonly string[] {
  const { chartStatus: status, failedAt, queryController, queriesResponse } = chart
  const mayAsk = status === 'loading' || status === '' || failedAt === 'picture'
  return [
    (status === 'failed') !== (failedAt !== undefined) && 'a failure without its place, or a place without a failure',
    (status === 'failed' || status === 'stopped') !== (chart.chartAlert !== null) && 'an alert of nothing, or none',
    status !== 'failed' && chart.chartStackTrace !== null && 'a stack trace of nothing',
    failedAt !== 'question' && chart.chartUnknownName !== undefined && 'a mistake in no question',
    queryController !== null && !mayAsk && 'a question under way that nobody waits for',
    status === 'loading' && queryController === null && 'loading nothing',
    (status === 'success' || status === 'rendered') && queriesResponse === null && 'a picture of nothing',
  ].filter((each) => each !== false)
}

describe.each(Object.entries(states))('a chart that is %s', (_name, state) => {
  it.each(Object.entries(events))('keeps a valid state after: %s', (_event, [apply, after]) => {
    const before = state()[7] as machine.ChartState
    const chart = apply({ 7: before })[7] as machine.ChartState
    expect([impossible(before), chart.chartStatus, impossible(chart)]).toEqual([[], after(before), []])
  })

  it('returns to its result, or to its empty state, after a failure is dismissed', () => {
    const before = state()[7] as machine.ChartState
    const chart = machine.beforeFailure(before)
    expect([chart.chartStatus, impossible(chart)]).toEqual([before.queriesResponse ? 'rendered' : null, []])
    expect(impossible(machine.beforeFirstQuery(before))).toEqual([])
  })
})
