import { t } from '#core/text/t.ts'

/** What taking rows away is called: `names` are those of the rows, joined. */
export interface RemovalWords {
  readonly verb: string
  readonly act: (name: string) => string
  /** `count` in words: `3 items`. */
  readonly question: (count: string) => string
  readonly done: (names: string) => string
  readonly failed: (names: string) => string
}

/** The words of lists whose rows are deleted. */
export const deletion = (): RemovalWords => ({
  verb: t('Delete'),
  act: (name) => t('Delete %s', name),
  question: (count) => t('Delete %s?', count),
  done: (names) => t('Deleted: %s', names),
  failed: (names) => t('There was an issue deleting: %s', names),
})
