import type { NamedTable, WriteInspection, WriteKind } from '../engine.ts'
import type { Node } from '../restrict-tables.ts'
import { type TreeInspection, inspectStatements, parsePostgres, statementsOf, syntaxError } from './inspect.ts'

/** The parts of an allowed statement. */
interface Write {
  readonly kind: WriteKind
  readonly targets: readonly NamedTable[]
  readonly renamedTo?: string
  readonly replaces?: boolean
  readonly cascades?: boolean
}

type ReadWrite = (node: Node) => Write | string

/** Parts of the statements below that contain only names, or are visited separately. */
const WRITE_PARTS: ReadonlySet<string> = new Set(
  'AlterTableCmd Constraint IndexElem MergeWhenClause MultiAssignRef SetToDefault'.split(' '),
)

/** Type names that create a sequence. */
const SERIAL: ReadonlySet<string> = new Set(['bigserial', 'serial', 'smallserial'])

/** Changes of a table that affect no other object. */
const ALTERATIONS: ReadonlySet<string> = new Set(
  'AddColumn AddConstraint AlterColumnType ColumnDefault DropColumn DropConstraint DropNotNull SetNotNull'
    .split(' ')
    .map((name) => `AT_${name}`),
)

const READERS: Readonly<Record<string, ReadWrite>> = {
  InsertStmt: rowChange('INSERT'),
  UpdateStmt: rowChange('UPDATE'),
  DeleteStmt: rowChange('DELETE'),
  MergeStmt: rowChange('MERGE'),
  TruncateStmt: ({ relations, behavior }) => ({
    kind: 'TRUNCATE',
    targets: listOf(relations).map(({ RangeVar }) => namedTableOf(RangeVar)),
    cascades: isCascade(behavior),
  }),
  CreateStmt: (node) =>
    onlyParts(node, ['relation', 'tableElts', 'oncommit', 'if_not_exists']) ??
    permanent(node.relation) ?? { kind: 'CREATE TABLE', targets: [namedTableOf(node.relation)] },
  CreateTableAsStmt: readTableAs,
  ViewStmt: (node) =>
    onlyParts(node, ['view', 'aliases', 'query', 'replace', 'withCheckOption']) ??
    permanent(node.view) ?? {
      kind: 'CREATE VIEW',
      targets: [namedTableOf(node.view)],
      replaces: node.replace === true,
    },
  DropStmt: readDrop,
  AlterTableStmt: readAlter,
  RenameStmt: readRename,
}

/** Inspects one statement that changes data or tables with the grammar of PostgreSQL. */
export async function inspectWrite(text: string): Promise<WriteInspection> {
  let statements: readonly Node[]
  try {
    statements = statementsOf(await parsePostgres(text))
  } catch (error) {
    return { ok: false, reason: 'syntax', ...syntaxError(error, text) }
  }
  const [[kind = '', node] = []] = statements.map((statement) => Object.entries(statement)[0] ?? [])
  if (statements.length !== 1) return { ok: false, reason: 'refused', message: 'several statements' }
  const write = READERS[kind]?.(node as Node) ?? statementName(innerStatement(node) ?? kind)
  if (typeof write === 'string') return { ok: false, reason: 'refused', message: write }
  const found = inspectStatements(statements.map((statement) => withRelations(statement, kind) as Node))
  // A write within a WITH clause is a separate statement, even if it has the same type.
  const other = innerStatement(node) ?? [...found.statements].find((name) => name !== kind && name !== 'SelectStmt')
  if (other !== undefined) return { ok: false, reason: 'refused', message: statementName(other) }
  return { ok: true, ...write, ...partsOf(found, write), isApproximate: false }
}

/** Returns the name of a nested statement that is not a SELECT. */
function innerStatement(value: unknown): string | undefined {
  if (value === null || typeof value !== 'object') return undefined
  for (const [key, child] of Object.entries(value as Node)) {
    const inner = /^[A-Z]\w*Stmt$/.test(key) && key !== 'SelectStmt' ? key : innerStatement(child)
    if (inner !== undefined) return inner
  }
  return undefined
}

function partsOf(found: TreeInspection, { renamedTo, replaces, cascades }: Write) {
  return {
    sources: found.tables.map(({ schema, name }) => ({ schema, name })),
    renamedTo: renamedTo ?? null,
    replaces: replaces ?? false,
    cascades: cascades ?? false,
    placeholders: found.placeholders,
    calls: [...found.calls.values()].filter(({ kind, name }) => kind !== 'type' || !SERIAL.has(name)),
    unsupportedElements: [...found.unsupportedElements].filter((part) => !WRITE_PARTS.has(part)),
  }
}

function rowChange(kind: WriteKind): ReadWrite {
  return (node) => ('returningClause' in node ? 'RETURNING' : { kind, targets: [namedTableOf(node.relation)] })
}

function readTableAs(node: Node): Write | string {
  const into = (node.into ?? {}) as Node
  if (node.objtype !== 'OBJECT_TABLE') return 'CREATE MATERIALIZED VIEW'
  return (
    onlyParts(node, ['query', 'into', 'objtype', 'if_not_exists']) ??
    onlyParts(into, ['rel', 'colNames', 'onCommit', 'skipData']) ??
    permanent(into.rel) ?? { kind: 'CREATE TABLE', targets: [namedTableOf(into.rel)] }
  )
}

function readDrop({ removeType, objects, behavior }: Node): Write | string {
  if (removeType !== 'OBJECT_TABLE' && removeType !== 'OBJECT_VIEW') return `DROP ${objectName(removeType)}`
  const targets = listOf(objects).map((object) => {
    const names = listOf((object.List as Node | undefined)?.items).map(({ String: text }) => sval(text))
    return { schema: names.at(-2) ?? null, name: names.at(-1) ?? '' }
  })
  return { kind: 'DROP', targets, cascades: isCascade(behavior) }
}

function readAlter({ objtype, relation, cmds }: Node): Write | string {
  if (objtype !== 'OBJECT_TABLE' && objtype !== 'OBJECT_VIEW') return `ALTER ${objectName(objtype)}`
  const commands = listOf(cmds).map(({ AlterTableCmd }) => AlterTableCmd as Node)
  const other = commands.find(({ subtype }) => !ALTERATIONS.has(String(subtype)))
  if (other) return `ALTER TABLE (${String(other.subtype).replace('AT_', '')})`
  return {
    kind: 'ALTER',
    targets: [namedTableOf(relation)],
    cascades: commands.some(({ behavior }) => isCascade(behavior)),
  }
}

function readRename({ renameType, relationType, relation, newname, behavior }: Node): Write | string {
  const targets = [namedTableOf(relation)]
  const cascades = isCascade(behavior)
  if (renameType === 'OBJECT_TABLE' || renameType === 'OBJECT_VIEW')
    return { kind: 'ALTER', targets, renamedTo: String(newname), cascades }
  const isPart = renameType === 'OBJECT_TABCONSTRAINT' || renameType === 'OBJECT_COLUMN'
  const isTable = relationType === 'OBJECT_TABLE' || relationType === 'OBJECT_VIEW'
  if (!isPart || (renameType === 'OBJECT_COLUMN' && !isTable)) return `ALTER ${objectName(renameType)} RENAME`
  return { kind: 'ALTER', targets, cascades }
}

/** Returns the name of an unknown part: options, tablespaces, partitions and parents. */
function onlyParts(node: Node, known: readonly string[]): string | undefined {
  return Object.keys(node).find((key) => !known.includes(key))
}

function permanent(relation: unknown): string | undefined {
  return (relation as Node | undefined)?.relpersistence === 'p' ? undefined : 'TEMPORARY'
}

/**
 * Wraps relations that lack a node name in the tree, so that they are visited as tables. The target of the statement
 * itself is omitted: it is not a source.
 */
function withRelations(value: unknown, target?: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withRelations(each))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value as Node).flatMap(([key, child]): [string, unknown][] => {
    if (key === target) return [[key, withRelations(withoutTarget(child as Node))]]
    return [[key, INLINE.has(key) && isRelation(child) ? { RangeVar: child } : withRelations(child)]]
  })
  return Object.fromEntries(entries)
}

const INLINE: ReadonlySet<string> = new Set(['relation', 'rel', 'view', 'pktable'])

function withoutTarget({ relation: _relation, view: _view, relations: _relations, into: _into, ...rest }: Node): Node {
  return rest
}

const isRelation = (value: unknown): boolean => typeof value === 'object' && value !== null && 'relname' in value

function namedTableOf(relation: unknown): NamedTable {
  const { schemaname, relname } = (relation ?? {}) as Node
  return {
    schema: typeof schemaname === 'string' ? schemaname : null,
    name: typeof relname === 'string' ? relname : '',
  }
}

const isCascade = (behavior: unknown): boolean => behavior === 'DROP_CASCADE'

const listOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? (value as Node[]) : [])

const sval = (value: unknown): string => (value as { readonly sval?: string } | undefined)?.sval ?? ''

const objectName = (type: unknown): string => String(type).replace('OBJECT_', '').replaceAll('_', ' ')

/** Returns `CREATE FUNCTION` for `CreateFunctionStmt`. */
function statementName(kind: string): string {
  return kind
    .replace(/Stmt$/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase()
}
