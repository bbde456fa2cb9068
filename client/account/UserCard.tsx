import type { CurrentUser } from '#core/access/current-user.ts'
import { t } from '#core/text/t.ts'
import { Avatar } from '#ui/display/Avatar.tsx'
import { Badge } from '#ui/display/Badge.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import styles from './UserCard.module.css'
import { userFullName } from './user-full-name.ts'

/** The current user's name and roles. */
export function UserCard({ user }: { readonly user: CurrentUser }) {
  const roles = Object.keys(user.roles).toSorted()
  return (
    <div className={styles['person']}>
      <Avatar name={userFullName(user)} size={28} />
      <div className={styles['words']}>
        <strong>{userFullName(user)}</strong>
        <span className={styles['quiet']}>{[user.username, user.email].filter(Boolean).join(' · ')}</span>
      </div>
      <Inline gap={1} isWrapping>
        {roles.length === 0 && <span className={styles['quiet']}>{t('No roles')}</span>}
        {roles.map((role) => (
          <Badge key={role} isOutlined title={t('Role')}>
            {role}
          </Badge>
        ))}
      </Inline>
    </div>
  )
}
