import { t } from '#core/text/t.ts'

type Changes = Readonly<Record<string, string | null>> | undefined

/** Returns a message that an entity was restored, with its new name if the old one was taken. */
export function restoredMessage(name: string, changes: Changes): string {
  if (changes?.['table_name'])
    return t('Restored %s. Its name was in use and is now “%s”.', name, changes['table_name'])
  if (changes && 'slug' in changes) {
    return changes['slug'] === null
      ? t('Restored %s. Its URL was in use and was removed.', name)
      : t('Restored %s. Its URL was in use and is now “%s”.', name, changes['slug'] ?? '')
  }
  return t('Restored %s', name)
}
