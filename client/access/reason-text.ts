import type { GrantLevel } from '#core/rest/grant-level.ts'
import type { ReadReason } from '#core/rest/grant.ts'
import { t } from '#core/text/t.ts'

const levels = (): Readonly<Record<GrantLevel, string>> => ({
  see: t('may see'),
  explore: t('may explore'),
  edit: t('may edit'),
})

/** Returns by which role and group a reason holds, such as `role Sales by group Berlin`; empty for neither. */
function holderText({ role, group }: ReadReason): string {
  const team = group === '' ? t('a group') : t('group %s', group ?? '')
  if (role === undefined) return group === undefined ? '' : team
  const holder = role === '' ? t('a role') : t('role %s', role)
  return group === undefined ? holder : t('%s by %s', holder, team)
}

const withHolder = (text: string, reason: ReadReason) => {
  const holder = holderText(reason)
  return holder === '' ? text : t('%s (%s)', text, holder)
}

/** Returns why a user may read an object, as a phrase. */
export function reasonText(reason: ReadReason): string {
  switch (reason.by) {
    case 'admin':
      return t('is an administrator')
    case 'ownership':
      return t('is an owner')
    case 'permission':
      return withHolder(reason.permission ?? t('has a permission'), reason)
    case 'grant':
      return withHolder(
        reason.folder
          ? t('%s, by folder %s', levels()[reason.level ?? 'see'], reason.folder.name)
          : t('%s, by a grant', levels()[reason.level ?? 'see']),
        reason,
      )
    case 'dashboard':
      return withHolder(t('by dashboard %s', reason.dashboard?.name ?? ''), reason)
    case 'dashboard role':
      return withHolder(t('the dashboard is for a role'), reason)
    case 'published':
      return t('it is published')
    case 'draft link':
      return t('has opened a link to the draft')
  }
}
