import { sql } from 'kysely'
import type { Context } from './context.ts'
import { datasetParts } from './dataset-parts.ts'
import { entityRepository } from './entity-repository.ts'
import type { Datasets } from './repositories.ts'
import { tables } from './tables.ts'

/** Returns the repository of datasets. */
export function datasetRepository(context: Context): Datasets {
  return {
    ...entityRepository(context, tables.datasets, datasetParts),
    async dataChanged(ids) {
      if (ids.length === 0) return
      await context.db
        .updateTable('datasets')
        .set({ definition_version: sql<number>`definition_version + 1` })
        .where('id', 'in', [...ids])
        .execute()
    },
  }
}
