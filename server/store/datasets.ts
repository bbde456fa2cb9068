import { sql } from 'kysely'
import type { Condition } from '#core/access/condition.ts'
import { ConditionPrinter } from './condition-sql.ts'
import type { Context } from './context.ts'
import { datasetParts } from './dataset-parts.ts'
import { entityRepository } from './entity-repository.ts'
import type { DatasetExpression, DatasetRepository, Datasets, MatchedColumn } from './repositories.ts'
import { tables } from './tables.ts'

/** Returns the repository of datasets. */
export function datasetRepository(context: Context): Datasets {
  const repository: DatasetRepository = entityRepository(context, tables.datasets, datasetParts)
  return {
    ...repository,
    async dataChanged(ids) {
      if (ids.length === 0) return
      await context.db
        .updateTable('datasets')
        .set({ definition_version: sql<number>`definition_version + 1` })
        .where('id', 'in', [...ids])
        .execute()
    },
    async lockNames(databaseId) {
      // On SQLite, transactions that write run one at a time.
      if (context.engine === 'sqlite') return
      await sql`select id from databases where id = ${databaseId} for no key update`.execute(context.db)
    },
    async ofDatabase(databaseId, ids) {
      const isOfDatabase = { col: 'database_id', op: 'eq', value: databaseId } as const
      return (await repository.list({ where: { and: [isOfDatabase, { col: 'id', op: 'in', value: ids }] } })).rows
    },
    findColumns: (text, where, limit) => findColumns(context, text, where, limit),
    findTemplateExpressions: (texts, where, limit) => findTemplateExpressions(context, texts, where, limit),
  }
}

async function findTemplateExpressions(
  { db, engine }: Context,
  texts: readonly string[],
  where: Condition,
  limit: number,
): Promise<readonly DatasetExpression[]> {
  const position = sql.raw(engine === 'sqlite' ? 'instr' : 'strpos')
  const met = new ConditionPrinter(engine).print(where, tables.datasets, 't')
  const contains = (text: string) => sql<boolean>`${position}(p.expression, ${text}) > 0`
  const { rows } = await sql<DatasetExpression>`
    select p.dataset_id, p.expression from (
      select dataset_id, expression from dataset_columns where ${position}(expression, '{') > 0
      union all select dataset_id, expression from dataset_metrics where ${position}(expression, '{') > 0
    ) as p join datasets as t on t.id = p.dataset_id
    where t.deleted_at is null and ${met} and (${sql.join(texts.map(contains), sql` or `)})
    order by t.changed_on desc, p.dataset_id limit ${limit}`.execute(db)
  return rows
}

async function findColumns(
  { db, engine }: Context,
  text: string,
  where: Condition,
  limit: number,
): Promise<readonly MatchedColumn[]> {
  const found = text.toLowerCase()
  const position = sql.raw(engine === 'sqlite' ? 'instr' : 'strpos')
  const met = new ConditionPrinter(engine).print(where, tables.datasets, 't')
  const { rows } = await sql<MatchedColumn>`
    select c.dataset_id, t.table_name as dataset_name, c.column_name, c.verbose_name
    from dataset_columns as c join datasets as t on t.id = c.dataset_id
    where t.deleted_at is null and ${met} and (${position}(lower(c.column_name), ${found}) > 0
      or ${position}(lower(coalesce(c.verbose_name, '')), ${found}) > 0)
    order by length(c.column_name), c.column_name, t.table_name_folded, c.dataset_id limit ${limit}`.execute(db)
  return rows
}
