import type { BundleChange } from '#core/rest/bundle.ts'
import type { GrantChange } from '#server/transfer/apply-grants.ts'
import type { QuotaChange } from '#server/transfer/quota-file.ts'

/** The displayed action of a change; `same` is not displayed. */
export const ACTIONS: Readonly<Partial<Record<BundleChange['action'], string>>> = {
  create: 'create ',
  update: 'change ',
  restore: 'restore',
  keep: 'keep   ',
}

/** Returns the line about a changed grant or quota, such as `create  grant: dataset prices, role Gamma: see`. */
export function changeLine(subjectKind: 'grant' | 'quota', { name, before, after }: GrantChange | QuotaChange): string {
  if (before === null) return `${ACTIONS.create} ${subjectKind}: ${name}: ${after}`
  return after === null
    ? `remove  ${subjectKind}: ${name}`
    : `${ACTIONS.update} ${subjectKind}: ${name}: ${before} to ${after}`
}
