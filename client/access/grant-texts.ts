import { GRANT_LEVELS, type GrantLevel } from '#core/rest/grant-level.ts'
import type { GrantResponse, GrantSubject } from '#core/rest/grant.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'

/** Shows the message of a failed call. */
export function showError({ message }: Error): void {
  toast.show({ text: message, tone: 'danger' })
}

const levelTexts = (): Readonly<Record<GrantLevel, string>> => ({
  see: t('Can see'),
  explore: t('Can explore'),
  edit: t('Can edit'),
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
  return subject.name ?? t('deleted')
}
