import { ownerId } from '#core/access/ability.ts'
import type { Condition, TextOperator } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { RuleOptions } from '#core/access/rules.ts'
import type { Operator } from './resource.ts'

const textLabels: Readonly<Record<TextOperator | 'eq' | 'neq', string>> = {
  sw: 'Starts with',
  ew: 'Ends with',
  ct: 'Contains',
  eq: 'Equal to',
  nsw: 'Not Starts with',
  new: 'Not Ends with',
  nct: 'Not Contains',
  neq: 'Not Equal to',
}

/** Returns the operators of a text column. */
export function textOperators(col: string): readonly Operator[] {
  return (Object.keys(textLabels) as (keyof typeof textLabels)[]).map((op) => ({
    operator: op,
    label: textLabels[op],
    condition: (value): Condition => ({ col, op, value: String(value) }),
  }))
}

/** Returns the operators of a number column; text that is not a number matches no row. */
export function numberOperators(col: string): readonly Operator[] {
  const labels = { eq: 'Equal to', gt: 'Greater than', lt: 'Smaller than', neq: 'Not Equal to' } as const
  return (Object.keys(labels) as (keyof typeof labels)[]).map((op) => ({
    operator: op,
    label: labels[op],
    condition: (value): Condition => {
      const number = toNumber(value)
      return number === undefined ? op === 'neq' : { col, op, value: number }
    },
  }))
}

/**
 * Returns the operators of a timestamp column. Values are text as in responses (UTC without a zone) or epoch
 * milliseconds.
 */
export function timestampOperators(col: string): readonly Operator[] {
  return numberOperators(col).map((each) => ({
    ...each,
    condition: (value, ...dataRequest) => each.condition(toEpoch(value), ...dataRequest),
  }))
}

function toEpoch(value: unknown): unknown {
  if (typeof value !== 'string' || toNumber(value) !== undefined) return value
  const hasZone = /(z|[+-]\d{2}:?\d{2})$/i.test(value)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const at = Date.parse(hasZone || isDay ? value : `${value}Z`)
  return Number.isNaN(at) ? undefined : at
}

/** Returns the operators of a boolean column. */
export function flagOperators(col: string): readonly Operator[] {
  return (['eq', 'neq'] as const).map((op) => ({
    operator: op,
    label: op === 'eq' ? 'Equal to' : 'Not Equal to',
    condition: (value): Condition => ({ col, op, value: toFlag(value) }),
  }))
}

/** Returns the operators of a relation to one row, stored as its id. */
export function relationOperators(col: string): readonly Operator[] {
  return [
    { operator: 'rel_o_m', label: 'Relation', condition: (value) => equalId(col, value) },
    { operator: 'nrel_o_m', label: 'No Relation', condition: (value) => ({ not: equalId(col, value) }) },
  ]
}

/** Returns the condition for the rows the caller may see. */
type Rule = (user: CurrentUser, options: RuleOptions) => Condition

/** Returns the operator of a relation to many rows, limited to those the caller may see. */
export function toManyOperators(relation: string, rule: Rule = () => true): readonly Operator[] {
  return [
    {
      operator: 'rel_m_m',
      label: 'Relation as Many',
      condition: (value, ...dataRequest) => {
        if (relation !== 'owners')
          return { some: relation, where: { and: [equalId('id', value), rule(...dataRequest)] } }
        const id = toNumber(value)
        return id === undefined ? false : { owner: id }
      },
    },
  ]
}

/** Returns an operator with a boolean value; `yes` gets the user id of `ownerId`. */
export function booleanOperator(operator: string, label: string, yes: (id: number | null) => Condition): Operator {
  return {
    operator,
    label,
    condition: (value, user) => (toFlag(value) ? yes(ownerId(user)) : { not: yes(ownerId(user)) }),
  }
}

/** Returns an operator for rows of the caller; none match for anonymous callers and tokens that are limited to a role. */
export function currentUserOperator(operator: string, label: string, own: (id: number) => Condition): Operator {
  const condition: Operator['condition'] = (_, user) => {
    const id = ownerId(user)
    return id !== null && own(id)
  }
  return { operator, label, condition }
}

/** Returns an operator that searches several columns for a text. */
export function searchOperator(
  operator: string,
  label: string,
  where: (text: string, user: CurrentUser, options: RuleOptions) => readonly Condition[],
): Operator {
  return { operator, label, condition: (value, ...dataRequest) => ({ or: where(String(value), ...dataRequest) }) }
}

/**
 * Returns the operators of a column of a related row. A row the caller may not see counts as absent, so that the number
 * of results reveals nothing about it.
 */
export function visibleRelationOperators(
  relation: string,
  rule: Rule,
  operators: readonly Operator[],
): readonly Operator[] {
  return operators.map((each) => ({
    ...each,
    condition: (value, user, options) => ({
      some: relation,
      where: { and: [each.condition(value, user, options) ?? false, rule(user, options)] },
    }),
  }))
}

/** Returns the condition that a column is neither null nor empty. */
export function notEmptyCondition(col: string): Condition {
  return { not: { col, op: 'in', value: [null, ''] } }
}

export function favoriteOperator(operator: string): Operator {
  return booleanOperator(operator, 'Is favorite', (id) => (id === null ? false : { favoriteOf: id }))
}

function equalId(col: string, value: unknown): Condition {
  const id = toNumber(value)
  return id === undefined ? false : { col, op: 'eq', value: id }
}

function toNumber(value: unknown): number | undefined {
  if (value === '' || value === null || typeof value === 'boolean') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

function toFlag(value: unknown): boolean {
  return typeof value === 'string' ? ['y', 'yes', 'true', '1', 't'].includes(value.toLowerCase()) : Boolean(value)
}
