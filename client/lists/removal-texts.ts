import { t } from '#core/text/t.ts'

/** The texts for removing rows; `names` are the joined names of the rows. */
export interface RemovalTexts {
  readonly verb: string
  readonly act: (name: string) => string
  /** `count` is a text: `3 items`. */
  readonly question: (count: string) => string
  readonly done: (names: string) => string
  readonly failed: (names: string) => string
}

/** The texts of lists whose rows are deleted. */
export const deletionTexts = (): RemovalTexts => ({
  verb: t('Delete'),
  act: (name) => t('Delete %s', name),
  question: (count) => t('Delete %s?', count),
  done: (names) => t('Deleted: %s', names),
  failed: (names) => t('There was an issue deleting: %s', names),
})
