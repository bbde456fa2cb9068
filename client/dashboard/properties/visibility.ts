import { session } from '#client/session/session.ts'
import { t } from '#core/text/t.ts'

/**
 * Returns a text that says who can see a dashboard, published or not; `hasRoles` is true if it is restricted to roles.
 */
export function visibilityText(isPublished: boolean, hasRoles: boolean): string {
  const isByRole = hasRoles && session().flags.DASHBOARD_RBAC
  if (isPublished)
    return isByRole
      ? t('Its owners and its roles see it in lists')
      : t('Visible to everyone with access to one of its datasets')
  return hasRoles
    ? t('Draft: visible to owners and administrators only')
    : t(
        'Draft: in the lists of owners, administrators and users who marked it as favorite; anyone with the link can open it',
      )
}
