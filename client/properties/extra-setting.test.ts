import { expect, it } from 'vitest'
import { readExtra, withExtra } from './extra-setting.ts'

it('one setting is changed or taken away, the others stay', () => {
  const changed = withExtra('{"warning_markdown":"Old","week_start":1}', 'week_start', 7)
  expect(JSON.parse(changed)).toEqual({ warning_markdown: 'Old', week_start: 7 })
  expect(JSON.parse(withExtra(changed, 'week_start', undefined))).toEqual({ warning_markdown: 'Old' })
  expect(JSON.parse(withExtra('', 'time_zone', 'Asia/Tokyo'))).toEqual({ time_zone: 'Asia/Tokyo' })
})

it('the last setting leaves nothing behind', () => {
  expect(withExtra('{"week_start": 7}', 'week_start', undefined)).toBe('')
})

it('text that is no object cannot be changed by anybody', () => {
  expect(readExtra('[1]')).toBeUndefined()
  expect(withExtra('{"week_start": ', 'week_start', 7)).toBe('{"week_start": ')
})
