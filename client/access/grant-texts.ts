import type { MaskMethod } from '#core/rest/column-masks.ts'
import { GRANT_LEVELS, type GrantLevel } from '#core/rest/grant-level.ts'
import type { GrantResponse, GrantSubject } from '#core/rest/grant.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'

/** Shows the message of a failed call. */
export function showError({ message }: Error): void {
  toast.show({ text: message, tone: 'danger' })
}

/** Returns the displayed levels of grants. */
export const levelTexts = (): Readonly<Record<GrantLevel, string>> => ({
  see: t('Can see'),
  explore: t('Can explore'),
  edit: t('Can edit'),
})

/** Returns the displayed methods of column masks. */
export const maskMethodTexts = (): Readonly<Record<MaskMethod, string>> => ({
  hidden: t('Hidden'),
  null: t('Empty'),
  first: t('First letter'),
  hash: t('Hash'),
})

/** Shows that something was changed, with a button that undoes it by `undo`. */
export function offerUndo(text: string, undo: () => Promise<unknown>, onUndone: () => void): void {
  const onPress = () => void undo().catch(showError).finally(onUndone)
  toast.show({ text, action: { label: t('Undo'), onPress } })
}

/** Returns the levels of grants as options of a selection. */
export function levelOptions(): readonly { readonly value: GrantLevel; readonly label: string }[] {
  return GRANT_LEVELS.map((level) => ({ value: level, label: levelTexts()[level] }))
}

/** Returns the displayed types of subjects. */
export function typeTexts(): Readonly<Record<GrantSubject['type'], string>> {
  return { user: t('Person'), group: t('Group'), role: t('Role') }
}

/** Returns the displayed name of the subject of a grant. */
export function subjectName({ subject }: GrantResponse): string {
  return subject.name ?? (subject.type === 'user' ? t('deleted') : t('deleted, or hidden from you'))
}

/** Returns what a label calls the grant: its subject, and its schema if it has one. */
export function grantLabel(grant: GrantResponse): string {
  const name = subjectName(grant)
  return grant.object.schema === null ? name : `${name} (${grant.object.schema})`
}
