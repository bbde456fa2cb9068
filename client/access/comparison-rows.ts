import type { ComparedGrant, ComparedMask, ComparedRule, RoleComparison } from '#core/rest/role-comparison.ts'
import type { GrantLevel } from '#core/rest/grant-level.ts'
import { t } from '#core/text/t.ts'
import { levelTexts, maskMethodTexts } from './grant-texts.ts'
import { permissionGroups } from './permission-groups.ts'

/** A difference between two roles. */
export interface ComparisonRow {
  readonly key: string
  readonly name: string
  /** Details that the name does not show, such as the clause of a rule. */
  readonly detail: string
  /** The value for the first role. */
  readonly left: string
  readonly right: string
}

/** The differences of one type. */
export interface ComparisonPart {
  readonly title: string
  readonly rows: readonly ComparisonRow[]
  /** The number of differences that are not in `rows`. */
  readonly more: number
}

type Side = 'left' | 'right'

/** Returns the differences between two roles by type, in words. */
export function comparisonParts(comparison: RoleComparison): readonly ComparisonPart[] {
  const { permissions, grants, rules, masks } = comparison
  return [
    { title: t('Permissions'), rows: permissionRows(permissions), more: moreOf(permissions) },
    { title: t('Grants'), rows: grantRows(grants), more: moreOf(grants) },
    { title: t('Row-level security'), rows: bySide(rules, ruleRow), more: moreOf(rules) },
    { title: t('Column masks'), rows: bySide(masks, maskRow), more: moreOf(masks) },
  ]
}

type Difference<Item> = { readonly [S in Side]: readonly Item[] } & { readonly [S in `${Side}_count`]: number }

function moreOf({ left, right, left_count, right_count }: Difference<unknown>): number {
  return left_count + right_count - left.length - right.length
}

function bySide<Item>(
  difference: Difference<Item>,
  rowOf: (item: Item, side: Side) => ComparisonRow,
): readonly ComparisonRow[] {
  const rows = (['left', 'right'] as const).flatMap((side) => difference[side].map((item) => rowOf(item, side)))
  return rows.toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Returns the texts of both sides, of which one has the item. */
const sideTexts = (side: Side, has: string, lacks: string) =>
  side === 'left' ? { left: has, right: lacks } : { left: lacks, right: has }

function permissionRows({ left, right }: RoleComparison['permissions']): readonly ComparisonRow[] {
  const ofLeft = new Set(left.map((pair) => JSON.stringify(pair)))
  return permissionGroups([...left, ...right], '').flatMap(({ title, lines }) =>
    lines.map(({ key, text }) => ({
      key,
      name: text,
      detail: title,
      ...sideTexts(ofLeft.has(key) ? 'left' : 'right', t('Yes'), t('No')),
    })),
  )
}

const objectTypes = (): Readonly<Record<ComparedGrant['object']['type'], string>> => ({
  dashboard: t('Dashboard'),
  dataset: t('Dataset'),
  database: t('Database'),
  folder: t('Folder'),
})

/** Returns one row for each object: both roles may have a grant on it, of different levels. */
function grantRows({ left, right }: RoleComparison['grants']): readonly ComparisonRow[] {
  const keyOf = ({ object: { type, id, schema } }: ComparedGrant) => JSON.stringify([type, id, schema])
  const levelIn = (grants: readonly ComparedGrant[]) => {
    const levels = new Map(grants.map((grant) => [keyOf(grant), grant.level]))
    return (key: string): string => levelText(levels.get(key))
  }
  const [ofLeft, ofRight] = [levelIn(left), levelIn(right)]
  const objects = new Map([...left, ...right].map((grant) => [keyOf(grant), grant.object]))
  const rows = Array.from(objects, ([key, { type, name, schema }]) => ({
    key,
    name: schema === null ? name : `${name}.${schema}`,
    detail: schema === null ? objectTypes()[type] : t('Schema'),
    left: ofLeft(key),
    right: ofRight(key),
  }))
  return rows.toSorted((a, b) => a.name.localeCompare(b.name))
}

function levelText(level: GrantLevel | undefined): string {
  return level === undefined ? t('No grant') : levelTexts()[level]
}

/** A rule of the type Base restricts the users of all roles that it does not name. */
function ruleRow({ id, name, filter_type, clause, datasets }: ComparedRule, side: Side): ComparisonRow {
  const [has, lacks] = effects(filter_type, t('Restricted'), t('Not restricted'))
  const tables = datasets.map((dataset) => dataset.name).join(', ')
  return { key: String(id), name, detail: `${tables}: ${clause}`, ...sideTexts(side, has, lacks) }
}

function maskRow({ dataset, column_name, method, filter_type }: ComparedMask, side: Side): ComparisonRow {
  const name = `${dataset.name}.${column_name}`
  const [has, lacks] = effects(filter_type, t('Masked'), t('Not masked'))
  const key = JSON.stringify([dataset.id, column_name, method, filter_type, side])
  return { key, name, detail: maskMethodTexts()[method], ...sideTexts(side, has, lacks) }
}

/** Returns the effect on roles that an item names, and on others. */
function effects(type: ComparedRule['filter_type'], limited: string, free: string): readonly [string, string] {
  return type === 'Base' ? [free, limited] : [limited, free]
}
