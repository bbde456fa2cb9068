import { ApiError } from '#core/rest/api-error.ts'
import type { Call, Connection, Dialect } from '#server/engines/engine.ts'
import type { AllowsFunction } from '#core/entity/allowed-functions.ts'

/** The dependencies of `checkCalls`. */
export interface CallCheckDependencies {
  readonly connection: Pick<Connection, 'grammar'>
  readonly dialect: Dialect
  readonly admits: AllowsFunction
}

/**
 * Accepts calls of functions that the engine has and its dialect allows, or that an administrator has allowed. If a
 * name may refer to several functions, all of them must be allowed. Throws `sql-refused` for functions that cannot be
 * allowed, `function-refused` for the rest.
 */
export async function checkCalls(
  calls: readonly Call[],
  sql: string,
  dependencies: CallCheckDependencies,
): Promise<void> {
  const { dialect, connection, admits } = dependencies
  const judged = calls.map((call) => ({ call, judgement: dialect.classifyCall(call) }))
  for (const { call, judgement } of judged) {
    if (judgement === 'refused') throw new ApiError('sql-refused', { args: [call.name], sql })
  }
  const foreign = await connection.grammar.foreign(calls)
  const foreignCall = foreign.find(({ harmless, home, name }) => !harmless && !admits(home, name))
  if (foreignCall) throw deniedCallError(`${foreignCall.home}.${foreignCall.name}`, sql)
  for (const { call, judgement } of judged) {
    if (judgement === 'allowed' || call.kind === 'field') continue
    const known = foreign.some(
      ({ kind, schema, name }) => kind === call.kind && schema === call.schema && name === call.name,
    )
    if (!known && !admits(call.schema ?? dialect.ownSchema, call.name)) throw deniedCallError(nameOf(call), sql)
  }
}

function nameOf({ schema, name }: Call): string {
  return schema === null ? name : `${schema}.${name}`
}

function deniedCallError(name: string, sql: string): ApiError {
  return new ApiError('function-refused', { args: [name], sql })
}
