import { expect, it } from 'vitest'
import { templateTags } from './template-tags.ts'

it('returns the closed tags of a template with their offsets', () => {
  expect(templateTags('a {{ b }}{%- c %}{# {{ d #}{{ e {% f')).toEqual([
    { type: 'output', content: ' b ', start: 2, end: 9 },
    { type: 'block', content: '- c ', start: 9, end: 17 },
    { type: 'comment', content: ' {{ d ', start: 17, end: 27 },
  ])
})

it('reads a text of unclosed tags in linear time', () => {
  const text = '{{{%{#'.repeat(200_000)
  expect(templateTags(text)).toEqual([])
})

it.each([
  ["{{ '}}' ~ x }} {{ y }}", [" '}}' ~ x ", ' y ']],
  ["{% if \"%}\" == 'it\\'s %}' %}", [" if \"%}\" == 'it\\'s %}' "]],
  ["{{ [{'a': {}}, x] }}{{ {'b': 1 % 2}}}", [" [{'a': {}}, x] ", " {'b': 1 % 2}"]],
  ["{# '#}{{ x }}", [" '", ' x ']],
  ["{%- raw -%}{{ don't }}{%- endraw %}{{ x }}", ['- raw -', '- endraw ', ' x ']],
])('finds the ends of the tags of %s', (text, contents) => {
  expect(templateTags(text).map(({ content }) => content)).toEqual(contents)
})

it.each([
  ["{{ 'a }}; {{ b }}", [" 'a ", ' b ']],
  ['{{ f( }}; {{ b }}', [' f( ', ' b ']],
  ['{% raw %}{{ a }}', [' raw ', ' a ']],
])('closes tags at the next end where %s cannot be rendered', (text, contents) => {
  expect(templateTags(text).map(({ content }) => content)).toEqual(contents)
})

it.each(["{{\\'}}", "{{'\\", '{{"\\', '{{(', "{{'}}", '{%raw%}', '{%raw%}{%', '{{)', '{{%'])(
  'reads a long text of %s in linear time',
  (text) => {
    const tags = templateTags(text.repeat(256_000 / text.length))
    expect(tags.length).toBeLessThan(256_000)
  },
  5000,
)
