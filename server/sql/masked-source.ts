import type { TableColumn } from '#server/engines/engine.ts'
import { maskedColumns } from './column-masks.ts'
import type { Environment } from './environment.ts'
import { flagName } from './flag-name.ts'
import type { Expr, From } from './tree.ts'

/**
 * Returns the rows of a source that match `where` and the rules, with its columns masked. Duplicate names cannot be read
 * from a sub-query.
 */
export function selectMaskedSource(
  from: From,
  rules: readonly Expr[],
  { where, columns }: { readonly where: readonly Expr[]; readonly columns: readonly TableColumn[] },
  { masks, dialect, guard }: Pick<Environment, 'masks' | 'dialect' | 'guard'>,
): From {
  const names = columns.map(({ name }) => name)
  const once = names.filter((name) => names.indexOf(name) === names.lastIndexOf(name))
  const alias = from.kind === 'table' ? from.name : 'alias' in from ? from.alias : ''
  const fenced = maskedColumns(once, masks, { dialect, maskKey: guard.maskKey })
  return {
    kind: 'masked',
    from,
    rule: { kind: 'all', of: rules },
    where,
    columns: fenced,
    alias,
    flag: flagName(names),
  }
}

/** Returns a source with masked columns; only its rules read the values themselves. Without masks, the source. */
export async function maskedSource(
  source: From,
  rules: readonly Expr[],
  env: Pick<Environment, 'masks' | 'dialect' | 'guard' | 'sourceColumns'>,
): Promise<From> {
  if (env.masks.length === 0) return source
  return selectMaskedSource(
    source,
    rules.length > 0 ? rules : [TRUE],
    { where: [], columns: await env.sourceColumns(source) },
    env,
  )
}

const ONE: Expr = { kind: 'literal', value: 1 }
const TRUE: Expr = { kind: 'compare', op: '=', left: ONE, right: ONE }
