import { setMaxListeners } from 'node:events'
import { afterAll, describe, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { ansi } from '#server/engines/ansi.ts'
import { MACROS } from '#core/query/macros.ts'
import { RenderingRecord } from './rendering-record.ts'
import { macroGlobals, rewriteTimestampCalls } from './macro-calls.ts'
import { quotingOf } from './macro-quote.ts'
import type { MacroContext, MacroLookup } from './macro-task.ts'
import { isTemplate, Macros } from './macros.ts'

const macros = new Macros()
afterAll(() => macros.close())

const macroContext: MacroContext = {
  user: { id: 7, username: "o'neil", email: 'o@example.org', roles: ['Alpha', 'Sales'] },
  urlParams: { region: "x' OR '1'='1", plain: 'north' },
  filters: [
    { col: 'city', op: 'in', val: ["O'Fallon", 'Ash'] },
    { col: 'city', op: 'LIKE', val: 'A%' },
    { col: 'n', op: 'IN', val: [1, 2.5, null] },
    { col: 'empty', op: 'IS NULL', val: null },
    { col: 'ds', op: 'TEMPORAL_RANGE', val: 'Last week' },
  ],
  time: { from: Date.UTC(2024, 0, 2, 3, 4, 5), to: null, range: 'Last month' },
  variables: { columns: ['city'], row_limit: 10, minimum: 5 },
  decimals: [],
  quoting: quotingOf(ansi),
}
const nothing = async (need: MacroLookup): Promise<unknown> =>
  Promise.reject(new Error(`Asked for ${JSON.stringify(need)}`))
const render = async (source: string, answer = nothing) => (await macros.render(source, macroContext, answer)).text
const reads = async (source: string) => (await macros.render(source, macroContext, nothing)).reads

it.each([
  ['{{ current_user_id() }}', '7'],
  ["'{{ current_username() }}'", "'o''neil'"],
  ['{{ current_username(add_to_cache_keys=False) }}', "o''neil"],
  ['{{ current_user_email() }}', 'o@example.org'],
  ["{{ 'Sales' in current_user_roles() }}", 'true'],
  ["{{ url_param('plain') }}", 'north'],
  ["'{{ url_param('region') }}'", "'x'' OR ''1''=''1'"],
  ["{{ url_param('region', escape_result=False) }}", "x' OR '1'='1"],
  ["{{ url_param('absent', 'all') }} {{ url_param('absent') is none }}", 'all true'],
  ["{{ cache_key_wrapper(url_param('plain')) }}", 'north'],
  ["{{ filter_values('city') | where_in }}", "('O''Fallon', 'Ash', 'A%')"],
  ["'{{ filter_values('city') | join(\"', '\") }}'", "'O''Fallon', 'Ash', 'A%'"],
  ["{{ filter_values('n') | where_in }}", '(1, 2.5, NULL)'],
  ["{{ filter_values('absent', 'x') | where_in }} {{ filter_values('absent') | where_in }}", "('x') ()"],
  ["{{ filter_values('absent') | where_in(default_to_none=True) is none }}", 'true'],
  ["{{ filter_values('city') | where_in('\"') }}", "('O''Fallon', 'Ash', 'A%')"],
  ["{% for f in get_filters('city') %}{{ f.op }}:{{ f.val | length }} {% endfor %}", 'IN:2 LIKE:2 '],
  ["{{ get_filters('empty') | length }}", '0'],
  ['{{ from_dttm }} {{ to_dttm is none }}', '2024-01-02 03:04:05 true'],
  ["{{ from_dttm.strftime('%Y/%m') }} {{ from_dttm.isoformat() }}", '2024/01 2024-01-02T03:04:05'],
  [
    "from_dttm.x {% if from_dttm %}ts >= '{{ from_dttm.isoformat() }}'{% endif %}",
    "from_dttm.x ts >= '2024-01-02T03:04:05'",
  ],
  ["{{ '}}' ~ from_dttm.isoformat() }}", '}}2024-01-02T03:04:05'],
  ['{% raw %}{{ from_dttm.date() }}{% endraw %}', '{{ from_dttm.date() }}'],
  ["{{ columns | join(',') }} {{ row_limit }} {{ minimum }}", 'city 10 5'],
  ['{% raw %}{{ kept }}{% endraw %}{# gone #} {{ unknown }}|', '{{ kept }} |'],
])('renders %s', async (source, text) => {
  expect(await render(source)).toBe(text)
})

it('reads the tags of an unfinished template in linear time', () => {
  const template = '{{ from_dttm.x '.repeat(100_000)
  expect(rewriteTimestampCalls(template)).toBe(template)
}, 5000)

it('reports filters that were read or removed, and parts of the cache key', async () => {
  expect(
    await reads("{{ filter_values('city', remove_filter=True) }}{{ get_filters('n') }}{{ filter_values('no') }}"),
  ).toEqual({ filters: ['city', 'n'], removed: ['city'], keys: [], missing: [] })
  expect((await reads("{{ cache_key_wrapper('a') }}{{ cache_key_wrapper(3) }}")).keys).toEqual(['a', 3])
})

it('requests the data it needs, and renders again with them', async () => {
  const requests: MacroLookup[] = []
  const answer = async (need: MacroLookup) => {
    requests.push(need)
    if (need.macro === 'metric') return 'SUM(n)'
    return need.macro === 'dataset' ? '(SELECT 1) AS d' : { from_expr: 'F', to_expr: 'T' }
  }
  const source =
    "{{ metric('total') }}|{{ dataset(3, columns=['a']) }}|{% set t = get_time_filter('ds') %}{{ t.from_expr }}{{ t.to_expr }} {{ t.time_range }}"
  expect(await render(source, answer)).toBe('SUM(n)|(SELECT 1) AS d|FT Last week')
  expect(requests).toEqual([
    { macro: 'metric', name: 'total', dataset: null },
    { macro: 'dataset', id: 3, metrics: false, columns: ['a'] },
    { macro: 'time', column: 'ds', range: 'Last week', type: null, strftime: null },
  ])
  const time = "{{ get_time_filter(strftime='%Y', default='Last year').to_expr }}"
  await render(time, answer)
  expect(requests.at(-1)).toEqual({ macro: 'time', column: null, range: 'Last month', type: null, strftime: '%Y' })
})

describe('rejects', () => {
  it.each([
    ['a loop without end', '{% for a in range(10000) %}{% for b in range(10000) %}{% endfor %}{% endfor %}', 'fuel'],
    ['a range without end', '{% for a in range(1000000000) %}x{% endfor %}', 'too many elements'],
    ['recursion', '{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}', 'recursion limit'],
    ['a text that fills the memory', "{{ 'a' * 2000000000 }}", 'too much memory'],
    ['texts that double', "{% set x = 'aaaaaaaa' * 1000000 %}{{ x ~ x ~ x ~ x ~ x ~ x ~ x ~ x ~ x }}", 'memory'],
    ['a text of megabytes', "{{ 'a' * 2000000 }}", 'too long'],
    ['an unknown macro', '{{ open("/etc/passwd") }}', 'unknown function'],
    ['a property of JavaScript objects', "{{ ''.constructor.constructor('return process')() }}", 'undefined'],
    ['a file', '{% include "package.json" %}', 'template'],
    ['invalid syntax', '{{ 1 + }}', 'syntax error'],
  ])('%s, and renders the next template', async (_, source, message) => {
    await render('{{ 1 }}')
    await expect(render(source)).rejects.toThrow(message)
    expect(await render('{{ 1 + 1 }}')).toBe('2')
  })

  it('a macro that throws, and no other', async () => {
    await expect(render("{{ metric('m') }}")).rejects.toThrow('Asked for')
    await expect(render("{{ metric('a') }}", async () => 'x')).resolves.toBe('x')
  })

  it('a template with too many lookups', async () => {
    const source = "{% set ns = namespace(v='a') %}{% for i in range(20) %}{% set ns.v = metric(ns.v) %}{% endfor %}"
    const longer = async (need: MacroLookup) => `${need.macro === 'metric' ? need.name : ''}x`
    await expect(render(source, longer)).rejects.toThrow('it needs too many queries')
  })
})

it('renders many at once', async () => {
  const texts = await Promise.all(Array.from({ length: 50 }, (_, index) => render(`{{ ${index} }}`)))
  expect(texts).toEqual(Array.from({ length: 50 }, (_, index) => String(index)))
})

it('a user does not wait for loops of another, and loops end when their caller leaves', async () => {
  const left = new AbortController()
  setMaxListeners(0, left.signal)
  const loop = "{% for a in range(9000) %}{% set x = 'a' * 100000 %}{% endfor %}"
  let ended = 0
  const loops = Array.from({ length: 900 }, () =>
    macros
      .render(loop, macroContext, nothing, left.signal)
      .catch(String)
      .finally(() => ended++),
  )
  const other = { ...macroContext, user: { ...macroContext.user, id: 8 } }
  expect((await macros.render('n > {{ 1 }}', other, nothing)).text).toBe('n > 1')
  expect(ended).toBeLessThan(loops.length)
  left.abort(new Error('left'))
  expect((await Promise.all(loops)).at(-1)).toBe('Error: left')
})

it('renders a template at the limits, and rejects one above', async () => {
  const text = (length: number) => `{{ 1 }}${'x'.repeat(length - '{{ 1 }}'.length)}`
  const longest = bounds['template-length'].most
  expect(await render(text(longest))).toHaveLength(longest - '{{ 1 }}'.length + 1)
  await expect(render(text(longest + 1))).rejects.toMatchObject({ extra: { bound: 'template-length' } })
  const needs = (count: number) => `{% for i in range(${count}) %}{{ metric('m' ~ i) }}{% endfor %}`
  const most = bounds['template-needs'].most
  expect(await render(needs(most), async () => 'x')).toBe('x'.repeat(most))
  await expect(render(needs(most + 1), async () => 'x')).rejects.toMatchObject({ extra: { bound: 'template-needs' } })
})

it('isTemplate finds expressions, statements and comments', () => {
  expect(['{{ a }}', '{% if a %}', '{# a #}'].every(isTemplate)).toBe(true)
  expect([null, '', 'a', "'{a}'", '{'].some(isTemplate)).toBe(false)
})

it('template-tasks: renders templates up to the limit of a user, and rejects one more', async () => {
  const { most } = bounds['template-tasks']
  const all = Array.from({ length: most }, () => render('{{ 1 }}'))
  await expect(render('{{ 1 }}')).rejects.toMatchObject({ code: 'work-waiting', args: [most] })
  expect(new Set(await Promise.all(all))).toEqual(new Set(['1']))
})

it('accepts each macro that editors offer, and no other name', () => {
  const book = new RenderingRecord(macroContext, {})
  const called = Object.entries(macroGlobals(book)).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : [],
  )
  expect(called.toSorted()).toEqual(MACROS.map(({ name }) => name))
  for (const { name, call } of MACROS) expect(call).toMatch(new RegExp(`^${name}\\(.*\\)$`))
})
