import type { AST } from '@handlebars/parser'
import { follow, type Frame, type Inner, innerFrame, isScoped, rootFrame } from './frame.ts'
import { helpers } from './helpers.ts'
import { MOST_NESTING } from './limits.ts'
import { read } from './read.ts'
import { type Bound, Ended, newRun, type Run, take, TemplateFault, write } from './run.ts'
import { escaped, isNothing, literal, ownValue, written } from './values.ts'

/** What is called: a path or a literal, with what it is given. */
type Call = Pick<AST.MustacheStatement, 'path' | 'params' | 'hash'>

/** The name of a helper, where a path can name one. */
function nameOf({ path }: Call): string | undefined {
  if (path.type !== 'PathExpression') return undefined
  const { data, depth, parts } = path as AST.PathExpression
  const [first] = parts
  return data || depth > 0 || parts.length !== 1 || typeof first !== 'string' || isScoped(path as AST.PathExpression)
    ? undefined
    : first
}

const isCall = ({ params, hash }: Call): boolean => params.length > 0 || (hash?.pairs.length ?? 0) > 0

function hashOf({ hash }: Call, frame: Frame, run: Run): Readonly<Record<string, unknown>> {
  const pairs = hash?.pairs.map(({ key, value }) => [key, evaluate(value, frame, run)] as const)
  return Object.fromEntries(pairs ?? [])
}

/** The value of an expression. */
function evaluate(node: AST.Expression, frame: Frame, run: Run): unknown {
  take(run)
  const known = literal(node)
  if (known) return known.value
  if (node.type === 'PathExpression') return follow(node as AST.PathExpression, frame)
  if (node.type === 'SubExpression') return called(node as AST.SubExpression, frame, run)
  throw new TemplateFault('%s cannot be read here', node.type)
}

/** What a helper makes, or where there is none of this name, what it leads to. */
function called(call: Call, frame: Frame, run: Run): unknown {
  const name = nameOf(call)
  const helper = name === undefined ? undefined : helpers.get(name)
  // A column may be called as a helper is; given nothing, its name means the column.
  const isColumn = name !== undefined && !isCall(call) && ownValue(frame.context, name) !== undefined
  if (helper && !isColumn) {
    const given = call.params.map((each) => evaluate(each, frame, run))
    const made = helper(given, hashOf(call, frame, run))
    if (typeof made === 'string') take(run, made.length >> 4)
    return made
  }
  if (isCall(call) || call.path.type === 'SubExpression') {
    if (call.path.type === 'SubExpression') return called(call.path as AST.SubExpression, frame, run)
    throw new TemplateFault('There is no helper named %s', name ?? (call.path as AST.PathExpression).original)
  }
  const named = literal(call.path)
  return named ? follow(pathOf(written(named.value), call.path), frame) : evaluate(call.path, frame, run)
}

/** `{{"a name"}}` leads where `{{[a name]}}` does. */
const pathOf = (name: string, { loc }: AST.Expression) =>
  ({
    type: 'PathExpression',
    data: false,
    depth: 0,
    parts: [name],
    original: name,
    loc,
  }) as unknown as AST.PathExpression

function within(run: Run, body: () => void): void {
  run.nesting += 1
  if (run.nesting > MOST_NESTING)
    throw new TemplateFault('Blocks stand within each other more than %s deep', MOST_NESTING)
  body()
  run.nesting -= 1
}

interface Branches {
  readonly yes: (context: unknown, inner?: Inner) => void
  readonly no: () => void
}

/** The names after `as |...|` for these values. */
function namesOf(program: AST.Program | undefined, ...values: readonly unknown[]): Inner['names'] {
  return Object.fromEntries((program?.blockParams ?? []).map((name, at) => [name, values[at]]))
}

function each(list: unknown, program: AST.Program | undefined, { yes, no }: Branches, run: Run): void {
  const entries = Array.isArray(list)
    ? list.map((value, at) => [at, value] as const)
    : Object.entries(typeof list === 'object' && list !== null ? list : {})
  if (entries.length === 0) return no()
  for (const [at, [key, value]] of entries.entries()) {
    take(run)
    const data = { index: at, key, first: at === 0, last: at === entries.length - 1 }
    yes(value, { data, names: namesOf(program, value, key) })
  }
}

/** A block around a value: its turns, its context, or whether it is there. */
function byValue(value: unknown, context: unknown, block: AST.BlockStatement, branches: Branches, run: Run): void {
  if (Array.isArray(value)) each(value, block.program, branches, run)
  else if (value === false || value === null || value === undefined) branches.no()
  else branches.yes(value === true ? context : value)
}

function runBlock(block: AST.BlockStatement, frame: Frame, run: Run): void {
  const body = (program: AST.Program | undefined, context: unknown, inner?: Inner) =>
    program && within(run, () => runBody(program.body, innerFrame(frame, context, inner), run))
  const branches: Branches = {
    yes: (context, inner) => body(block.program, context, inner),
    no: () => body(block.inverse, frame.context),
  }
  const name = nameOf(block)
  const [first] = block.params
  const value = () => (first ? evaluate(first, frame, run) : undefined)
  if (name === 'if' || name === 'unless') {
    const found = value()
    const holds =
      hashOf(block, frame, run)['includeZero'] === true && found === 0 ? true : Boolean(found) && !isNothing(found)
    if (holds === (name === 'if')) branches.yes(frame.context)
    else branches.no()
  } else if (name === 'each') each(value(), block.program, branches, run)
  else if (name === 'with') {
    const found = value()
    if (isNothing(found)) branches.no()
    else branches.yes(found, { names: namesOf(block.program, found) })
  } else byValue(called(block, frame, run), frame.context, block, branches, run)
}

function runStatement(node: AST.Statement, frame: Frame, run: Run): void {
  take(run)
  switch (node.type) {
    case 'ContentStatement':
      return write(run, (node as AST.ContentStatement).value)
    case 'MustacheStatement': {
      const call = node as AST.MustacheStatement
      const text = written(called(call, frame, run))
      return write(run, call.escaped ? escaped(text) : text)
    }
    case 'BlockStatement':
      return runBlock(node as AST.BlockStatement, frame, run)
    case 'CommentStatement':
      return undefined
    default:
      throw new TemplateFault('Partials and decorators are not part of templates here')
  }
}

function runBody(body: readonly AST.Statement[], frame: Frame, run: Run): void {
  for (const node of body) runStatement(node, frame, run)
}

/** What a template has made: HTML, not yet safe, and the bound at which it was ended. */
export interface Rendered {
  readonly html: string
  readonly bound?: Bound
}

/**
 * What a template in the language of Handlebars makes of a context. The tree of the template is walked; no code is made
 * of it, and it meets own entries of the context alone. Throws a `TemplateFault` for templates that cannot be read or
 * that call what is not there; one that takes or makes too much ends there (`bound`).
 */
export function render(template: string, context: unknown): Rendered {
  const run = newRun()
  try {
    runBody(read(template).body, rootFrame(context), run)
    return { html: run.parts.join('') }
  } catch (error) {
    if (error instanceof Ended) return { html: run.parts.join(''), bound: error.bound }
    throw error
  }
}
