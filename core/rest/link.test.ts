import { expect, it } from 'vitest'
import { isLink } from './link.ts'

it.each(['', '/superset/dashboard/1/?a=b#c', 'https://example.org/x', 'HTTP://example.org', 'http://[::1]:8080/'])(
  'accepts the target: %s',
  (text) => {
    expect(isLink(text)).toBe(true)
  },
)

it.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVa\tScript:alert(1)',
  'data:text/html,<b>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://example.org/x',
  '//evil.example/x',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https:///evil.example',
  'https://',
  'superset/dashboard/1',
  'example.org',
])('rejects the target: %j', (text) => {
  expect(isLink(text)).toBe(false)
})
