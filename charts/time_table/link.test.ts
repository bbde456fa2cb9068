import { describe, expect, it } from 'vitest'
import { linkOf } from './link.ts'

const details = { label: 'Ash & Birk/2', metric_name: 'count', verbose_name: 'How many?' }

describe('a link of a row', () => {
  it('replaces the placeholders of the template by label and names, URL-encoded', () => {
    expect(linkOf('https://example.org/?q={{metric}}', details)).toBe('https://example.org/?q=Ash%20%26%20Birk%2F2')
    expect(linkOf('/a/{{ metric.metric_name }}#{{metric.verbose_name}}', details)).toBe('/a/count#How%20many%3F')
    expect(linkOf('?m={{{metric.label}}}', details)).toBe('?m=Ash%20%26%20Birk%2F2')
  })

  it('leaves other placeholders empty, including names of Object.prototype', () => {
    expect(linkOf('/a/{{nothing}}{{metric.constructor}}{{__proto__}}/b', details)).toBe('/a//b')
  })

  it('accepts relative, http and https URLs', () => {
    for (const address of ['/explore', 'a/b', '?x=1', '#y', 'http://example.org', 'HTTPS://example.org'])
      expect(linkOf(address, details)).toBe(address)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \u0000\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript\r:alert(1)',
    'java{{nothing}}script:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.org/x',
  ])('omits the link for another scheme: %j', (template) => {
    expect(linkOf(template, details)).toBeNull()
  })

  it('ignores a scheme in an inserted value', () => {
    const evil = { ...details, label: 'javascript' }
    expect(linkOf('{{metric}}:alert(1)', evil)).toBeNull()
    expect(linkOf('{{metric}}', { ...details, label: 'javascript:alert(1)' })).toBe('javascript%3Aalert(1)')
    expect(linkOf('{{metric}}//example.org', { ...details, label: 'https:' })).toBe('https%3A//example.org')
  })

  it('accepts texts that cannot be encoded, and is omitted if the address is empty', () => {
    expect(linkOf('/x/{{metric}}', { ...details, label: 'a\ud800b' })).toBe('/x/a%EF%BF%BDb')
    expect(linkOf(' \t ', details)).toBeNull()
    expect(linkOf('{{nothing}}', details)).toBeNull()
  })
})
