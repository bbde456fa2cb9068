import { doneAnswer, lineageAnswer, relatedObjectsAnswer } from '#core/rest/answer-shapes.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { Fault } from '#core/rest/fault.ts'
import { findAllowed, idOf } from '#server/resources/generic.ts'
import { type Answer, type Asked, type Route, said } from '#server/route/route.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { readColumns, syncColumns } from '#server/resources/shared/source-columns.ts'
import { lineageOf } from './lineage.ts'
import { relatedObjects } from '#server/resources/shared/related-objects.ts'

/** What datasets can beside being written: follow their table, say what hangs on them, lose a column or metric. */
export function datasetRoutes(resource: () => AnyResource, view: string): readonly Route[] {
  const read = { permission: 'can_read', view }
  const write = { permission: 'can_write', view }
  const of =
    (action: 'read' | 'write', act: (dataset: Dataset, asked: Asked) => Promise<Answer>) =>
    async (asked: Asked): Promise<Answer> =>
      act((await findAllowed(resource(), asked, idOf(asked), action)) as Dataset, asked)
  return [
    { method: 'PUT', path: '/:id/refresh', policy: write, answers: { 200: doneAnswer }, act: of('write', refresh) },
    {
      method: 'GET',
      path: '/:id/related_objects',
      policy: read,
      answers: { 200: relatedObjectsAnswer },
      act: of('read', related),
    },
    {
      method: 'GET',
      path: '/:id/lineage',
      policy: read,
      answers: { 200: lineageAnswer },
      act: of('read', lineage),
    },
    {
      method: 'DELETE',
      path: '/:id/column/:part',
      policy: write,
      answers: { 200: doneAnswer },
      act: of('write', (row, asked) => drop(row, asked, 'columns')),
    },
    {
      method: 'DELETE',
      path: '/:id/metric/:part',
      policy: write,
      answers: { 200: doneAnswer },
      act: of('write', (row, asked) => drop(row, asked, 'metrics')),
    },
  ]
}

async function refresh(dataset: Dataset, { context, user }: Asked): Promise<Answer> {
  const database = await context.store.databases.get(dataset.database_id)
  if (!database) throw new Fault('database-missing')
  const found = await readColumns(context.road, database, dataset, user)
  if (found.length === 0) throw new Fault('table-missing', { args: [dataset.table_name] })
  await context.store.datasets.update(dataset.id, { columns: syncColumns(dataset.columns, found) }, user.userId)
  return said(doneAnswer, { message: 'OK' })
}

async function related(dataset: Dataset, asked: Asked): Promise<Answer> {
  return said(relatedObjectsAnswer, await relatedObjects(asked, [dataset.id]))
}

async function lineage(dataset: Dataset, asked: Asked): Promise<Answer> {
  return said(lineageAnswer, { id: dataset.id, result: await lineageOf(dataset, asked) })
}

async function drop(dataset: Dataset, asked: Asked, kind: 'columns' | 'metrics'): Promise<Answer> {
  const id = idOf(asked, 'part')
  const parts: readonly { readonly id: number }[] = dataset[kind]
  if (!parts.some((part) => part.id === id)) throw new Fault('not-found')
  const kept = parts.filter((part) => part.id !== id)
  await asked.context.store.datasets.update(dataset.id, { [kind]: kept }, asked.user.userId)
  return said(doneAnswer, { message: 'OK' })
}
