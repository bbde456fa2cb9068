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
