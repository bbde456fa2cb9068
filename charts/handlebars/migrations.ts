import type { FormMigration } from '#charts/chart.ts'
import { renameFormKeys, setMissingKeys } from '#charts/shared/migration.ts'
import { queryModeMigration } from '#charts/shared/rows/migrations.ts'

/** Forms of the first version of the chart type use another key for the template. */
const name: FormMigration = {
  name: 'template',
  applies: (form) => 'handlebars_template' in form && !('handlebarsTemplate' in form),
  migrate: (form) => renameFormKeys(form, { handlebars_template: 'handlebarsTemplate' }),
}

export const migrations: readonly FormMigration[] = [
  queryModeMigration,
  name,
  setMissingKeys(() => ({ row_limit: null })),
]
