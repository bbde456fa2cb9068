import { expect, it } from 'vitest'
import { readExtra, withExtra } from './extra-setting.ts'

it('changes or removes one setting, and keeps the others', () => {
  const changed = withExtra('{"warning_markdown":"Old","week_start":1}', 'week_start', 7)
  expect(JSON.parse(changed)).toEqual({ warning_markdown: 'Old', week_start: 7 })
  expect(JSON.parse(withExtra(changed, 'week_start', undefined))).toEqual({ warning_markdown: 'Old' })
  expect(JSON.parse(withExtra('', 'time_zone', 'Asia/Tokyo'))).toEqual({ time_zone: 'Asia/Tokyo' })
})

it('returns an empty text without settings', () => {
  expect(withExtra('{"week_start": 7}', 'week_start', undefined)).toBe('')
})

it('text that is no JSON object is not changed', () => {
  expect(readExtra('[1]')).toBeUndefined()
  expect(withExtra('{"week_start": ', 'week_start', 7)).toBe('{"week_start": ')
})
