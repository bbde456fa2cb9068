import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decidingQuota, effectiveQuota } from './quota.ts'
import { QUOTA_MEASURES, type QuotaValues } from '#core/rest/quota-measures.ts'

const none: QuotaValues = { max_queries: null, max_rows: null, max_exports: null, max_upload_bytes: null }
const quota = (values: Partial<QuotaValues>): QuotaValues => ({ ...none, ...values })

it.each([
  ['nobody without a quota', { own: undefined, ofRoles: [], isAdmin: false }, {}],
  [
    'the most generous role',
    { own: undefined, ofRoles: [5, 9, 7].map((max_rows) => quota({ max_rows })), isAdmin: false },
    { max_rows: 9 },
  ],
  [
    'each measure by the roles that set it',
    { own: undefined, ofRoles: [quota({ max_rows: 5 }), quota({ max_exports: 2 })], isAdmin: false },
    { max_rows: 5, max_exports: 2 },
  ],
  [
    'the own value before a more generous role',
    { own: quota({ max_rows: 3 }), ofRoles: [quota({ max_rows: 9, max_queries: 4 })], isAdmin: false },
    { max_rows: 3, max_queries: 4 },
  ],
  [
    'no administrator by roles',
    { own: quota({ max_exports: 1 }), ofRoles: [quota({ max_exports: 5, max_rows: 5 })], isAdmin: true },
    { max_exports: 1 },
  ],
] as const)('limits %s', (_, quotas, expected) => {
  expect(effectiveQuota(quotas)).toEqual(expected)
})

const value = fc.option(fc.integer({ min: 1, max: 9 }))
const values = fc.record({ max_queries: value, max_rows: value, max_exports: value, max_upload_bytes: value })
const concerning = fc.record({
  own: fc.option(values, { nil: undefined }),
  ofRoles: fc.array(values, { maxLength: 4 }),
  isAdmin: fc.boolean(),
})

it('the quota is that of the user, else the largest of the roles; roles do not limit administrators', () => {
  fc.assert(
    fc.property(concerning, (quotas) => {
      const found = effectiveQuota(quotas)
      for (const measure of QUOTA_MEASURES) {
        const ofRoles = quotas.isAdmin ? [] : quotas.ofRoles.flatMap((row) => row[measure] ?? [])
        const byRole = ofRoles.length === 0 ? undefined : Math.max(...ofRoles)
        expect(found[measure]).toBe(quotas.own?.[measure] ?? byRole)
        expect(decidingQuota(quotas, measure)?.[measure]).toBe(found[measure])
      }
    }),
    { seed: 7 },
  )
})

it('the limit does not decrease when another role sets the same limit', () => {
  fc.assert(
    fc.property(concerning, values, (quotas, more) => {
      const before = effectiveQuota(quotas)
      const after = effectiveQuota({ ...quotas, ofRoles: [...quotas.ofRoles, more] })
      const smaller = QUOTA_MEASURES.filter((measure) => (after[measure] ?? 0) < (before[measure] ?? 0))
      expect(smaller).toEqual([])
    }),
    { seed: 7 },
  )
})
