import { ApiError } from '#core/rest/api-error.ts'
import type { Engine } from '../engine.ts'
import { catalogueSignal } from '../shared/warehouse.ts'
import { BigQueryClient } from './client.ts'
import { BigQueryDatabase } from './connection.ts'
import { dialect } from './dialect.ts'
import { explain } from './explain.ts'
import { accountOf, parseUri, passwordIn, printUri, settings } from './settings.ts'

const PROJECT = /^(?:[a-z0-9.-]+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/

/** Projects of Google BigQuery. */
export const bigquery: Engine = {
  name: 'bigquery',
  label: 'Google BigQuery',
  settings,
  dialect,
  parseUri,
  printUri,
  passwordIn,
  hasPlanCosts: true,
  isUnverified: true,
  placeholder: 'bigquery://project/dataset?location=EU',
  async connect(connectionSettings, storage) {
    const text = (name: string): string => String(connectionSettings[name] ?? '')
    const [project, dataset, location, maxBytesBilled] = [
      text('project'),
      text('dataset'),
      text('location'),
      text('maximum_bytes_billed'),
    ]
    if (!PROJECT.test(project)) throw new ApiError('connection-database', { args: [project] })
    if (!/^\w*$/.test(dataset) || dialect.isCatalogue({ schema: dialect.fold(dataset), name: '' }))
      throw new ApiError('connection-database', { args: [`${project}/${dataset}`] })
    if (!/^[\w-]*$/.test(location) || !/^\d*$/.test(maxBytesBilled))
      throw new ApiError('connection-payload', { args: ['The location is a name, and the maximum bytes are digits'] })
    const account = accountOf(text('password'))
    if (!account)
      throw new ApiError('connection-payload', {
        args: ['The key is the JSON of a key of type service_account'],
        extra: { invalid: ['password'] },
      })
    const client = await BigQueryClient.open({ project, account, dataset, location, maxBytesBilled }, storage)
    // A statement that is checked only: it needs the right to run jobs.
    await client.dryRun({ text: 'SELECT 1', params: [] }, catalogueSignal())
    return new BigQueryDatabase(client, project, dataset)
  },
  explain,
}
