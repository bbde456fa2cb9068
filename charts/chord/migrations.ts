import type { FormMigration } from '#charts/chart.ts'
import { setMissingKeys } from '#charts/shared/migration.ts'
import { listOf } from '#core/form/query-fields.ts'

const isMany = (value: unknown): boolean => Array.isArray(value)

/** Source and target of the older type are lists with one item. */
const ends: FormMigration = {
  name: 'ends',
  applies: (form) => isMany(form.groupby) || isMany(form['columns']),
  migrate: (form) => ({
    ...form,
    ...Object.fromEntries(
      ['groupby', 'columns'].flatMap((key) =>
        isMany(form[key]) ? [[key, listOf<unknown>(form[key])[0] ?? null]] : [],
      ),
    ),
  }),
}

/** Older forms without a limit and an order have neither. */
const setOldDefaults = setMissingKeys(() => ({ row_limit: null, sort_by_metric: false }))

export const migrations: readonly FormMigration[] = [ends, setOldDefaults]
