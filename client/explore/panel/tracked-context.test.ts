import { expect, it } from 'vitest'
import type { FormData } from '#core/form/form-data.ts'
import { trackContextReads } from './tracked-context.ts'

const dataset = { id: 1, type: 'table', name: 'flights', columns: [], metrics: [], time_grains: [] }
const form: FormData = { viz_type: 'pie' }

it('a context records whether its form was read', () => {
  const { context, isRead } = trackContextReads({ dataset }, form, () => form)
  expect(context.dataset).toBe(dataset)
  expect(isRead()).toBe(false)
  const { form: seen } = context
  expect(seen).toBe(form)
  expect(isRead()).toBe(true)
})

it('returns the current form on each read, so that a handler never gets an old one', () => {
  let now = form
  const { context } = trackContextReads({ dataset }, form, () => now)
  now = { viz_type: 'table' }
  expect(context.form).toBe(now)
})
