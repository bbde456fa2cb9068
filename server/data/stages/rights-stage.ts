import { ApiError } from '#core/rest/api-error.ts'
import { loadDataset } from '#server/dataset/load-dataset.ts'
import { whilePermitted } from '#server/security/repeated-check.ts'
import { withPresentRights } from '#server/security/present-rights.ts'
import type { Step } from '../pipeline.ts'
import type { ServiceDependencies } from '../dependencies.ts'
import type { CacheLookup, CacheableRequest } from './cache-stage.ts'

/**
 * Aborts a query that waits or runs once its user may no longer read the dataset, or only other rows of it. Users who
 * wait for the same query with their rights still get its result.
 */
export const rightsStage =
  ({ options, templates }: ServiceDependencies): Step<CacheableRequest, CacheLookup> =>
  async (queryRequest, next) => {
    const { dataRequest, loaded } = queryRequest
    const { store, access } = options
    const { user, context, index, signal } = dataRequest
    const datasource = context.queries[index]?.datasource ?? context.datasource
    const before = await templates.restrictions(user, loaded.database)
    const check = async (): Promise<void> => {
      const present = await withPresentRights(store, user)
      await store.within(async () => {
        const { database } = await loadDataset(store, present, datasource, access)
        if ((await templates.restrictions(present, database)) !== before) throw new ApiError('access-changed')
      })
    }
    return whilePermitted(signal, check, (both) =>
      next({ ...queryRequest, dataRequest: { ...dataRequest, signal: both } }),
    )
  }
