import { expect, it } from 'vitest'
import { exploreUrl } from '#client/explore/state/explore-url.ts'

const read = (query: string) => exploreUrl(new URLSearchParams(query))

it('A-URL-02: reads dataset, chart, dashboard, chart type, standalone and force', () => {
  expect(read('dataset_id=3&slice_id=12&dashboard_id=4&viz_type=pie&standalone=1&force=true')).toMatchObject({
    datasetId: 3,
    sliceId: 12,
    dashboardId: 4,
    vizType: 'pie',
    standalone: true,
    force: true,
  })
})

it('A-URL-02: absent or malformed parameters are omitted', () => {
  expect(read('dataset_id=x&standalone=0&force=perhaps&form_data=%5B')).toEqual({
    datasetId: null,
    sliceId: null,
    dashboardId: null,
    vizType: null,
    sliceName: null,
    standalone: false,
    force: false,
    permalinkKey: null,
    formDataKey: null,
    formData: null,
  })
})

it('A-URL-02: older spellings are accepted', () => {
  expect(read('datasource_id=7&datasource_type=table&standalone=true&force=1')).toMatchObject({
    datasetId: 7,
    standalone: true,
    force: true,
  })
})
