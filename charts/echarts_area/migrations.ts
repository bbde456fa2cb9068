import { ownValue } from '#core/rest/json.ts'
import type { FormMigration } from '#charts/chart.ts'
import { withMissingKeys, withoutKeys } from '#charts/shared/migration.ts'
import { migrateNvd3 } from '#charts/shared/nvd3.ts'
import type { Stack } from '#charts/shared/series/stacking.ts'
import { timeseriesMigrations } from '#charts/shared/series/timeseries-migrations.ts'

const STYLES: Readonly<Record<string, Stack>> = { stack: 'Stack', stream: 'Stream', expand: 'Expand' }

/** Form data of the older `area` type, whose areas were always stacked. */
const area: FormMigration = {
  name: 'area',
  applies: ({ viz_type }) => viz_type === 'area',
  migrate(form) {
    const { stacked_style: named } = form
    const style = (typeof named === 'string' ? ownValue(STYLES, named) : undefined) ?? 'Stack'
    return withMissingKeys(withoutKeys(migrateNvd3(form, 'echarts_area'), 'stacked_style'), { stack: style })
  },
}

export const migrations: readonly FormMigration[] = [area, ...timeseriesMigrations]
