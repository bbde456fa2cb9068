import type { SharedObject } from '#calls/grants.ts'
import { session } from '#client/session/session.ts'
import { isAdmin, isOwner } from '#core/access/ability.ts'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { onDemand } from './on-demand.tsx'

export const LazyShareDialog = onDemand(() =>
  import('#client/access/ShareDialog.tsx').then((module) => module.ShareDialog),
)

interface OwnedRow {
  readonly owners?: readonly { readonly id: number }[] | undefined
}

/** True if the user may share the row and see who may read it: owners and administrators. */
export function mayShare({ owners = [] }: OwnedRow): boolean {
  const { user } = session()
  return isAdmin(user) || isOwner(user, { owners: owners.map(({ id }) => id) })
}

interface ButtonProps {
  readonly row: OwnedRow
  readonly name: string
  readonly onPress: () => void
}

/** The button of a row that shares it; nothing for users who may not. */
export function ShareButton({ row, name, onPress }: ButtonProps) {
  return mayShare(row) ? <IconButton icon="share" size="sm" label={t('Share %s', name)} onPress={onPress} /> : null
}

interface SharedRowProps {
  readonly type: SharedObject['type']
  /** The row to share; undefined if the dialog is closed. */
  readonly row: { readonly id: number } | undefined
  readonly title: string
  readonly onClose: () => void
}

/** The dialog that shares a row of a list. */
export function SharedRow({ type, row, title, onClose }: SharedRowProps) {
  return row ? <LazyShareDialog object={{ type, id: row.id }} title={title} onClose={onClose} /> : null
}
