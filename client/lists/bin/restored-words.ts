import { t } from '#core/text/t.ts'

type Changes = Readonly<Record<string, string | null>> | undefined

/** That something was restored, and what it is called now where its name was taken. */
export function restoredWords(name: string, changes: Changes): string {
  if (changes?.['table_name'])
    return t('Restored: %s. Its name was taken: it is “%s” now.', name, changes['table_name'])
  if (changes && 'slug' in changes) {
    return changes['slug'] === null
      ? t('Restored: %s. Its address was taken: it has none now.', name)
      : t('Restored: %s. Its address was taken: it is “%s” now.', name, changes['slug'] ?? '')
  }
  return t('Restored: %s', name)
}
