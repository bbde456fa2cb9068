import { expect, it } from 'vitest'
import { datasetReferences } from './dataset-references.ts'

const read = (template: string, parameters = {}) => {
  const { ids, metrics, isComplete } = datasetReferences(template, parameters)
  return { ids: [...ids], ...(metrics.length > 0 && { metrics }), ...(isComplete ? {} : { isComplete }) }
}

it.each([
  ['SELECT * FROM {{ dataset(5) }}', [5]],
  ["{{ dataset('5') }} {{- dataset( id = 7, columns=['a', \"b\"]) -}}", [5, 7]],
  ["{{ dataset(columns=['a(', 'dataset(9)'], id=5) }}", [5]],
  ['{% set d = 5 %}SELECT * FROM {{ dataset(d) }}', [5]],
  ["{%- set d = '5' -%}{% if x %}{% set d = 6 %}{% endif %}{{ dataset(id=d) }}", [5, 6]],
  ['{% set d = 5 %}{% set source = dataset(d) %}{{ source }}', [5]],
  ['{# {{ dataset(5) }} #} -- dataset(6)', []],
  ["{{ filter_values('dataset(5)') }} {{ x.dataset(5) }}", []],
  ["{{ metric('total') }} {{ metric('total', none) }}", []],
  ['{% for metric in metrics %}{{ metric }}{% endfor %}', []],
])('finds the datasets of %s', (template, ids) => {
  expect(read(template)).toEqual({ ids })
})

it('finds the metrics of other datasets', () => {
  expect(read("{% set m = 'rows' %}{{ metric('total', 5) }} {{ metric(dataset_id=6, key=m) }}")).toEqual({
    ids: [5, 6],
    metrics: [
      [5, 'total'],
      [6, 'rows'],
    ],
  })
})

it('reads variables from the parameters of the dataset', () => {
  expect(read('{{ dataset(d) }}', { d: 5 })).toEqual({ ids: [5] })
  expect(read('{% set d = 6 %}{{ dataset(d) }}', { d: 5 })).toEqual({ ids: [5, 6] })
  expect(read('{{ dataset(d) }}', { d: [5] })).toEqual({ ids: [], isComplete: false })
})

it.each([
  '{{ dataset(1 + 4) }}',
  '{{ dataset(d) }}',
  '{{ dataset() }}',
  '{{ dataset(5.5) }}',
  "{{ dataset('x') }}",
  "{{ metric('total', d) }}",
  '{% set d = 1 + 4 %}{{ dataset(d) }}',
  '{% set d %}5{% endset %}{{ dataset(d) }}',
  '{% for d in [5, 6] %}{{ dataset(d) }}{% endfor %}',
  '{% set read = dataset %}{{ read(5) }}',
])('says that %s may read further datasets', (template) => {
  expect(read(template)).toEqual({ ids: [], isComplete: false })
})

it('returns known ids next to computed ones, also where a loop hides a variable', () => {
  const hidden = '{% set d = 5 %}{{ dataset(d) }}{% for d in [6] %}{{ dataset(d) }}{% endfor %}'
  expect(read(hidden)).toEqual({ ids: [5], isComplete: false })
})
