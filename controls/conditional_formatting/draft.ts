import { type ConditionRule, targetsOf } from '#core/color/condition.ts'
import { t } from '#core/text/t.ts'

/** A rule being edited, with targets as typed. */
export interface RuleDraft extends Omit<ConditionRule, 'targetValue' | 'targetValueLeft' | 'targetValueRight'> {
  readonly targetValue: string
  readonly targetValueLeft: string
  readonly targetValueRight: string
}

/** Returns the draft of a rule; a new one is green. */
export function draftOf(rule: ConditionRule = { colorScheme: '#ACE1C4' }): RuleDraft {
  const { targetValue, targetValueLeft, targetValueRight, ...rest } = rule
  const text = (target: number | undefined) => (target === undefined ? '' : String(target))
  return {
    ...rest,
    targetValue: text(targetValue),
    targetValueLeft: text(targetValueLeft),
    targetValueRight: text(targetValueRight),
  }
}

type Field = 'column' | 'operator' | 'targetValue' | 'targetValueLeft' | 'targetValueRight'

function targetError(text: string): string | undefined {
  if (text.trim() === '') return t('Required')
  return Number.isFinite(Number(text)) ? undefined : t('is expected to be a number')
}

function spanErrors(draft: RuleDraft): Partial<Record<Field, string | undefined>> {
  const targetValueLeft = targetError(draft.targetValueLeft)
  const targetValueRight = targetError(draft.targetValueRight)
  const isOrdered = Number(draft.targetValueLeft) < Number(draft.targetValueRight)
  if (targetValueLeft || targetValueRight || isOrdered) return { targetValueLeft, targetValueRight }
  return {
    targetValueLeft: t('This value should be smaller than the right target value'),
    targetValueRight: t('This value should be greater than the left target value'),
  }
}

/** Returns errors by field, except for targets that the operator does not use. */
export function ruleErrors(draft: RuleDraft): Readonly<Partial<Record<Field, string>>> {
  const targets = targetsOf(draft.operator)
  const found: Partial<Record<Field, string | undefined>> = {
    column: draft.column ? undefined : t('Required'),
    operator: draft.operator === undefined ? t('Required') : undefined,
    ...(targets === 1 ? { targetValue: targetError(draft.targetValue) } : {}),
    ...(targets === 2 ? spanErrors(draft) : {}),
  }
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== undefined)) as Partial<
    Record<Field, string>
  >
}

/** Returns the rule of a draft with the targets of its operator; undefined if it has errors. */
export function ruleOf(draft: RuleDraft): ConditionRule | undefined {
  if (Object.keys(ruleErrors(draft)).length > 0) return undefined
  const { targetValue, targetValueLeft, targetValueRight, ...rest } = draft
  const targets = targetsOf(draft.operator)
  if (targets === 0) return rest
  if (targets === 1) return { ...rest, targetValue: Number(targetValue) }
  return { ...rest, targetValueLeft: Number(targetValueLeft), targetValueRight: Number(targetValueRight) }
}

/** Describes a rule in one line: `delay > 10`, `2 ≤ delay < 8`. */
export function ruleText(rule: ConditionRule, label: string): string {
  const { operator = 'None', targetValue, targetValueLeft, targetValueRight } = rule
  const targets = targetsOf(operator)
  if (targets === 0) return label
  if (targets === 1) return `${label} ${operator} ${targetValue ?? '?'}`
  return `${targetValueLeft ?? '?'} ${operator.replace('x', label)} ${targetValueRight ?? '?'}`
}
