import { Fault } from '#core/rest/fault.ts'
import { loadDataset } from '#server/dataset/load.ts'
import { engineNamed } from '#server/engines/index.ts'
import { MISNAMED, namesFor, withMistake } from './mistake.ts'
import type { Asking } from './parcel.ts'
import { toldTo } from './told.ts'
import type { RoadOptions } from './works.ts'

/** Answers are shared by who asks the same; what is told of a failure depends on the person. */
export async function toldFailure(
  { store, access }: Pick<RoadOptions, 'store' | 'access'>,
  error: unknown,
  { user, context, index }: Asking,
): Promise<unknown> {
  if (!(error instanceof Fault) || !MISNAMED.includes(error.code)) return error
  const datasource = context.queries[index]?.datasource ?? context.datasource
  const loaded = await loadDataset(store, user, datasource, access)
  const told = await toldTo(error, { user, ...loaded }, store)
  const dialect = engineNamed(loaded.database.backend)?.dialect
  return told instanceof Fault ? withMistake(told, await namesFor({ user, dialect, ...loaded }, store)) : told
}
