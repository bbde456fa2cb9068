import { describe, expect, it } from 'vitest'
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
  ["{{ '}}' ~ dataset(5) }}", [5]],
  ["{{ {'a': {'b': 1}}['a'] }}{{ [{'a': {}}, dataset(5)] }}", [5]],
  ['{% raw %}{{ dataset(5) }}{% endraw %}', []],
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
  '{% set (a, d) = (5, 6) %}{{ dataset(d) }}',
  '{% set a, d = 5, 6 %}{{ dataset(d) }}',
  '{% set d | upper %}5{% endset %}{{ dataset(d) }}',
  '{{ dataset(]) }}',
  '{% for d in [5, 6] %}{{ dataset(d) }}{% endfor %}',
  '{% set read = dataset %}{{ read(5) }}',
])('says that %s may read further datasets', (template) => {
  expect(read(template)).toEqual({ ids: [], isComplete: false })
})

it('returns known ids next to computed ones, also if a loop hides a variable', () => {
  const hidden = '{% set d = 5 %}{{ dataset(d) }}{% for d in [6] %}{{ dataset(d) }}{% endfor %}'
  expect(read(hidden)).toEqual({ ids: [5], isComplete: false })
})

it.each(['{% set a, d = 5, 6 %}', '{% set (a, d) = (5, 6) %}', '{% set d %}5{% endset %}'])(
  'counts a parameter as computed after %s',
  (tag) => {
    expect(read(`${tag}{{ dataset(d) }}`, { d: 7 })).toEqual({ ids: [7], isComplete: false })
  },
)

it('counts a variable of more than 20 values as computed', () => {
  const ids = Array.from({ length: 21 }, (_, at) => at + 1)
  const template = (values: readonly number[]) =>
    `${values.map((id) => `{% set d = ${id} %}`).join('')}{{ dataset(d) }}`
  expect(read(template(ids.slice(1)))).toEqual({ ids: ids.slice(1) })
  expect(read(template(ids))).toEqual({ ids: ids.slice(0, 20), isComplete: false })
})

it('returns the datasets that are read as tables, and those of them with metrics', () => {
  const template =
    '{{ dataset(1) }}{{ dataset(2, include_metrics=True) }}{{ dataset(3, true) }}{{ dataset(4, False) }}' +
    "{{ dataset(5, include_metrics=false) }}{{ dataset(6, include_metrics=x) }}{{ metric('m', 7) }}"
  const { tables, withMetrics } = datasetReferences(template, {})
  expect([...tables]).toEqual([1, 2, 3, 4, 5, 6])
  expect([...withMetrics]).toEqual([2, 3, 6])
})

describe('a template of 256 kB is read in linear time', () => {
  it.each([
    ['quotes in an unclosed string', `/* dataset {{'${"\\'".repeat(128_000)}\\}} */ SELECT 1`],
    ['tags of unclosed strings', "{{\\'}}".repeat(42_000)],
    ['calls of unclosed brackets', `{{ ${'dataset('.repeat(32_000)} }}`],
    ['calls of wrong brackets', `{{ ${'dataset(]'.repeat(28_000)} }}`],
    ['spaces', `{{ dataset(${' '.repeat(256_000)}5) }}`],
    ['digits', `{{ dataset(${'1'.repeat(256_000)}) }}`],
    ['values of a variable', Array.from({ length: 9000 }, (_, id) => `{%set d=${id}%}{{metric(d,d)}}`).join('')],
  ])(
    'renders a template with %s',
    (_name, template) => {
      expect(datasetReferences(template, {}).ids.size).toBeLessThan(21)
    },
    5000,
  )
})
