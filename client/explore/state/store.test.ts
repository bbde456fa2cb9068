import { describe, expect, it } from 'vitest'
import { storeDraft, restoreDraft } from '#client/explore/state/draft.ts'
import { queryText } from '#client/chart/query-text.ts'
import { changesOf } from '#client/explore/state/stale-result.ts'
import { APPLICATION } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { deriveExploreState } from './derived-state.ts'
import { actions, formWithOwnState, chartIdOf, createExploreStore, errorsOf } from '#client/explore/state/store.ts'
import { chartBody } from '#client/explore/save/save-chart.ts'
import { reader } from '#testing/dashboard.ts'
import { updateStarted } from '#client/chart/chart-state.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { ChartResponse, DatasetResponse } from '#core/rest/responses.ts'

const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' } as const

const dataset: DatasetResponse = {
  id: 3,
  table_name: 'flights',
  columns: ['origin', 'it\'s, "q".🛫'].map((column_name) => ({
    column_name,
    type: 'VARCHAR',
    type_generic: 1,
    is_dttm: false,
    groupby: true,
    filterable: true,
  })),
  metrics: [{ metric_name: 'delay', expression: 'AVG(delay)' }],
}

const slice: ChartResponse = {
  id: 12,
  slice_name: 'By origin',
  viz_type: 'pie',
  params: null,
  datasource_id: 3,
  datasource_type: 'table',
}

const pie = { viz_type: 'pie', datasource: '3__table', metric: count, groupby: ['origin'] }

function explore(form: FormData = pie, chart: ChartResponse | null = null) {
  return createExploreStore({ slice: chart, dataset, form, title: chart?.slice_name ?? '' })
}

describe('a form being explored', () => {
  it('begins complete and unchanged', () => {
    const { form, saved, charts } = explore().getState()
    expect(form).toBe(saved)
    expect(form).toMatchObject(pie)
    expect(charts[0]?.chartStatus).toBeNull()
  })

  it('a legacy type opens as its current type, unchanged, and is saved as that', () => {
    const old = {
      viz_type: 'dist_bar',
      datasource: '3__table',
      metrics: [count],
      groupby: ['origin'],
      columns: ['carrier'],
    }
    const { form, saved } = explore(old).getState()
    expect(form).toBe(saved)
    expect(form).toMatchObject({ viz_type: 'echarts_timeseries_bar', x_axis: 'origin', groupby: ['carrier'] })
    const body = chartBody('Bars', form)
    expect(body['viz_type']).toBe('echarts_timeseries_bar')
    expect(JSON.parse(String(body['params']))).toMatchObject({ viz_type: 'echarts_timeseries_bar', metrics: [count] })
  })

  it('has errors by control while something required is missing', () => {
    const store = explore()
    expect(errorsOf(store.getState())).toEqual({})
    actions.setControl(store, 'metric', null)
    expect(Object.keys(errorsOf(store.getState()))).toEqual(['metric'])
  })

  it('removes a control without a value from the form', () => {
    const store = explore()
    actions.setControl(store, 'groupby', undefined)
    expect(Object.hasOwn(store.getState().form, 'groupby')).toBe(false)
  })

  it('undo and redo restore only the form and the title', () => {
    const store = explore()
    const { undo, redo } = store.temporal.getState()
    actions.setControl(store, 'groupby', ['it\'s, "q".🛫'])
    actions.setTitle(store, 'A name')
    actions.changeCharts(store, (charts) => updateStarted(charts, 0, new AbortController(), pie, 1))
    expect(store.temporal.getState().pastStates).toHaveLength(2)
    undo()
    expect([store.getState().title, store.getState().form['groupby']]).toEqual(['', ['it\'s, "q".🛫']])
    undo()
    expect(store.getState().form['groupby']).toEqual(['origin'])
    expect(store.getState().charts[0]?.chartStatus).toBe('loading')
    redo()
    redo()
    expect([store.getState().title, store.getState().form['groupby']]).toEqual(['A name', ['it\'s, "q".🛫']])
  })

  it('changes of controls by the chart are one undo step', () => {
    const store = explore()
    const before = store.getState().form
    actions.setControls(store, { viewport: { zoom: 3 }, autozoom: false })
    expect(store.getState().form).toEqual({ ...before, viewport: { zoom: 3 }, autozoom: false })
    store.temporal.getState().undo()
    expect(store.getState().form).toBe(before)
  })

  it('another chart type and back is no change, and one step back each', () => {
    const store = explore()
    const before = store.getState().form
    actions.setVizType(store, 'big_number_total')
    expect(store.getState().form).toMatchObject({ viz_type: 'big_number_total', metric: count })
    actions.setVizType(store, 'pie')
    expect(changesOf(before, store.getState().form)).toEqual([])
    store.temporal.getState().undo(2)
    expect(store.getState().form).toBe(before)
  })

  it('a default time grain does not return with a chart type', () => {
    const table = { viz_type: 'table', datasource: '3__table', metrics: ['delay'], groupby: ['origin'] }
    const store = explore(table)
    const before = store.getState().form
    actions.setVizType(store, 'echarts_timeseries_line')
    expect(store.getState().form['time_grain_sqla']).toBe('P1D')
    actions.setVizType(store, 'table')
    expect(queryText(store.getState().form)).toBe(queryText(before))
    actions.setVizType(store, 'echarts_timeseries_line')
    actions.setControl(store, 'time_grain_sqla', 'P1W')
    actions.setVizType(store, 'table')
    actions.setVizType(store, 'echarts_timeseries_bar')
    expect(store.getState().form['time_grain_sqla']).toBe('P1W')
  })

  it('an unknown chart type changes nothing', () => {
    const store = explore()
    const before = store.getState()
    actions.setVizType(store, 'hologram')
    expect(store.getState().form).toBe(before.form)
  })
})

const flags = (roles: CurrentUser['roles']): CurrentUser => ({
  userId: 1,
  username: 'ada',
  firstName: 'Ada',
  lastName: '',
  email: null,
  isActive: true,
  isAnonymous: false,
  createdOn: null,
  roles,
  roleIds: [],
  permissions: {},
})

describe('the page', () => {
  const user = flags({
    Author: [
      ['can_write', 'Chart'],
      ['can_csv', APPLICATION],
    ],
  })
  const owned = {
    ...slice,
    owners: [{ id: 1, first_name: 'Ada', last_name: '' }],
    dashboards: [{ id: 4, dashboard_title: 'All' }],
  }

  it('E-STATE-01, E-STATE-02: has flags, datasource, controls, form data with chart type, chart and origin', () => {
    const start = { slice: owned, dataset, form: pie, title: 'By origin', user, standalone: true, force: true }
    const store = createExploreStore(start)
    actions.setControl(store, 'metric', null)
    const details = deriveExploreState(store.getState())
    expect(details).toMatchObject({
      can_add: true,
      can_download: true,
      can_overwrite: true,
      datasource: { id: 3, table_name: 'flights' },
      form_data: { viz_type: 'pie', groupby: ['origin'], metric: null },
      slice: { id: 12 },
      standalone: true,
      force: true,
      sliceDashboards: [4],
    })
    expect(details.controls['metric']).toMatchObject({ value: null, validationErrors: ['cannot be empty'] })
    expect(details.controls['groupby']).toMatchObject({ value: ['origin'], validationErrors: [] })
  })

  it('E-STATE-01: anonymous users may do nothing, and users who save a new chart may save it again', () => {
    const { can_add, can_download, can_overwrite } = deriveExploreState(explore().getState())
    expect([can_add, can_download, can_overwrite]).toEqual([false, false, false])
    const store = createExploreStore({ slice: null, dataset, form: pie, title: '', user })
    expect(deriveExploreState(store.getState()).can_overwrite).toBe(false)
    actions.saved(store, owned, store.getState().form)
    expect(deriveExploreState(store.getState())).toMatchObject({ can_overwrite: true, sliceDashboards: [4] })
  })

  it('E-STATE-03: form data remember earlier chart types, with standardized metrics and columns', () => {
    const store = explore()
    actions.setControl(store, 'row_limit', 7)
    actions.setVizType(store, 'big_number_total')
    expect(store.getState().form['standardizedFormData']).toMatchObject({
      controls: { metrics: [count], columns: ['origin'] },
      memorizedFormData: [['pie', { viz_type: 'pie', row_limit: 7, metric: count, groupby: ['origin'] }]],
    })
    actions.setVizType(store, 'table')
    expect(store.getState().form).toMatchObject({ metrics: [count], groupby: ['origin'] })
  })
})

describe('saving', () => {
  it('changes made while saving stay unsaved', () => {
    const store = explore()
    const sent = store.getState().form
    actions.setControl(store, 'row_limit', 7)
    actions.saved(store, slice, sent)
    const { form, saved, title, savedTitle } = store.getState()
    expect(changesOf(saved, form)).toEqual([expect.objectContaining({ name: 'row_limit', after: 7 })])
    expect([title, savedTitle]).toEqual(['By origin', 'By origin'])
  })

  it('C-STATE-18: the chart continues under its new id, also during a query', () => {
    const store = explore()
    const controller = new AbortController()
    actions.changeCharts(store, (charts) => updateStarted(charts, 0, controller, pie, 1))
    actions.saved(store, slice, store.getState().form)
    expect(chartIdOf(store.getState())).toBe(12)
    expect(Object.keys(store.getState().charts)).toEqual(['12'])
    expect(store.getState().charts[12]?.queryController).toBe(controller)
  })

  it('is no step of undo', () => {
    const store = explore()
    actions.setTitle(store, 'Draft')
    actions.saved(store, slice, store.getState().form)
    expect(store.temporal.getState().pastStates).toHaveLength(1)
    actions.setControl(store, 'row_limit', 7)
    expect(store.temporal.getState().pastStates).toHaveLength(2)
  })

  it('filters a dashboard lent are not saved, in any list of filters', () => {
    const own = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'a', operator: '==', comparator: 1 }
    const lent = { ...own, subject: 'b', isExtra: true }
    const body = chartBody('A', { ...pie, adhoc_filters: [own, lent], adhoc_filters_b: [lent] })
    expect(JSON.parse(body['params'] as string)).toMatchObject({ adhoc_filters: [own], adhoc_filters_b: [] })
    expect(JSON.parse(body['query_context'] as string).queries[0].filters).toEqual([{ col: 'a', op: '==', val: 1 }])
  })

  it('the body has the form without page state, and its query context', () => {
    const body = chartBody('A', { ...pie, slice_id: 12, url_params: { a: 'b' }, extra_form_data: {}, kept: { x: 1 } })
    const { params, query_context, ...rest } = body
    expect(rest).toEqual({ slice_name: 'A', viz_type: 'pie', datasource_id: 3, datasource_type: 'table' })
    expect(JSON.parse(params as string)).toEqual({ ...pie, kept: { x: 1 } })
    const context = JSON.parse(query_context as string) as { datasource: unknown; queries: { columns: unknown }[] }
    expect(context.datasource).toEqual({ id: 3, type: 'table' })
    expect(context.queries[0]?.columns).toEqual(['origin'])
  })
})

describe('values that are not saved', () => {
  function shelf() {
    const stored = new Map<string, string>()
    return {
      stored,
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    }
  }

  it('are restored after a reload, and can be undone', () => {
    const storage = shelf()
    const before = explore()
    storeDraft(before, storage, 'entry')
    actions.setControl(before, 'groupby', ['it\'s, "q".🛫'])
    actions.setTitle(before, 'A name')
    const after = explore()
    restoreDraft(after, storage, 'entry')
    expect([after.getState().title, after.getState().form]).toEqual(['A name', before.getState().form])
    after.temporal.getState().undo()
    expect(after.getState().form).toEqual(after.getState().saved)
  })

  it('unsaved values are dropped when they are saved', () => {
    const storage = shelf()
    const store = explore()
    storeDraft(store, storage, 'entry')
    actions.setTitle(store, 'A name')
    expect(storage.stored.size).toBe(1)
    actions.saved(store, slice, store.getState().form)
    expect(storage.stored.size).toBe(0)
  })

  it('unsaved values of another page, chart, dataset or user are not restored', () => {
    const storage = shelf()
    const store = explore()
    storeDraft(store, storage, 'entry')
    actions.setTitle(store, 'A name')
    for (const [chart, key] of [
      [null, 'other entry'],
      [slice, 'entry'],
    ] as const) {
      const next = explore(pie, chart)
      restoreDraft(next, storage, key)
      expect(next.getState().title).toBe(chart?.slice_name ?? '')
    }
    const theirs = explore()
    theirs.setState({ user: reader(7) })
    restoreDraft(theirs, storage, 'entry')
    expect(theirs.getState().title).toBe('')
  })

  it('ignores storage that is full, unreadable or absent', () => {
    const full = {
      ...shelf(),
      setItem: () => {
        throw new Error('full')
      },
    }
    const store = explore()
    storeDraft(store, full, 'entry')
    storeDraft(store, undefined, 'entry')
    actions.setTitle(store, 'A name')
    expect(store.getState().title).toBe('A name')
    const broken = { ...shelf(), getItem: () => '{' }
    const next = explore()
    restoreDraft(next, broken, 'entry')
    restoreDraft(next, undefined, 'entry')
    expect(next.getState().title).toBe('')
  })
})

it('queries the page of a table without storing it in the chart; another type starts at the first page', () => {
  const paged = { viz_type: 'table', datasource: '3__table', groupby: ['origin'], metrics: [], server_pagination: true }
  const store = explore(paged)
  const { form } = store.getState()
  expect(formWithOwnState(store.getState())).toBe(form)
  actions.setOwnState(store, { currentPage: 2, pageSize: 20 })
  const requestedForm = formWithOwnState(store.getState())
  expect(formWithOwnState(store.getState())).toBe(requestedForm)
  expect(queryText(requestedForm)).not.toBe(queryText(form))
  expect(changesOf(store.getState().saved, store.getState().form)).toEqual([])
  expect(chartBody('By origin', store.getState().form)['params']).not.toContain('currentPage')
  actions.setVizType(store, 'pie')
  expect(store.getState().ownState).toEqual({})
})
