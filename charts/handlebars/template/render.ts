import {
  resolvePath,
  type TemplateScope,
  type BlockVariables,
  blockScope,
  isScoped,
  rootScope,
} from './template-scope.ts'
import { helpers } from './helper.ts'
import { MAX_NESTING } from './limits.ts'
import { parseTemplate } from './read.ts'
import {
  type RunLimit,
  RunLimitError,
  newRun,
  type Run,
  countSteps,
  HandlebarsTemplateError,
  appendOutput,
} from './run.ts'
import type { BlockStatement, Call, Expression, PathExpression, Program, Statement } from './tree.ts'
import { escapeText, isEmptyValue, literal, ownValue, templateText } from './values.ts'

/** Returns the helper name of a call; undefined if the path cannot name a helper. */
function nameOf({ path }: Call): string | undefined {
  if (path.type !== 'PathExpression') return undefined
  const { data, depth, parts } = path
  const [first] = parts
  return data || depth > 0 || parts.length !== 1 || typeof first !== 'string' || isScoped(path) ? undefined : first
}

const isCall = ({ params, hash }: Call): boolean => params.length > 0 || (hash?.pairs.length ?? 0) > 0

function hashOf({ hash }: Call, frame: TemplateScope, run: Run): Readonly<Record<string, unknown>> {
  const pairs = hash?.pairs.map(({ key, value }) => [key, evaluate(value, frame, run)] as const)
  return Object.fromEntries(pairs ?? [])
}

/** Evaluates an expression. */
function evaluate(node: Expression, frame: TemplateScope, run: Run): unknown {
  countSteps(run)
  if (node.type === 'PathExpression') return resolvePath(node, frame)
  if (node.type === 'SubExpression') return callHelper(node, frame, run)
  return literal(node)
}

/** Returns the number of steps for reading or creating a value: long texts and lists take longer. */
const weight = (value: unknown): number => (typeof value === 'string' || Array.isArray(value) ? value.length >> 4 : 0)

/** Returns the output of a helper, or the value of the path if no helper has this name. */
function callHelper(call: Call, frame: TemplateScope, run: Run): unknown {
  const name = nameOf(call)
  const helper = name === undefined ? undefined : helpers.get(name)
  // A column may have the name of a helper. Without arguments, the name refers to the column.
  const isColumn = name !== undefined && !isCall(call) && ownValue(frame.context, name) !== undefined
  if (helper && !isColumn) {
    const given = call.params.map((param) => evaluate(param, frame, run))
    const hash = hashOf(call, frame, run)
    for (const value of [...given, ...Object.values(hash)]) countSteps(run, weight(value))
    const output = helper(given, hash)
    countSteps(run, weight(output))
    return output
  }
  const { path } = call
  if (path.type === 'SubExpression') return callHelper(path, frame, run)
  const target = path.type === 'PathExpression' ? path : pathOf(templateText(literal(path)))
  if (isCall(call)) throw new HandlebarsTemplateError('There is no helper named %s', target.original)
  return resolvePath(target, frame)
}

/** `{{"a name"}}` refers to the same value as `{{[a name]}}`. */
const pathOf = (name: string): PathExpression => ({
  type: 'PathExpression',
  data: false,
  depth: 0,
  parts: [name],
  original: name,
})

function runNested(run: Run, body: () => void): void {
  run.nesting += 1
  if (run.nesting > MAX_NESTING)
    throw new HandlebarsTemplateError('Blocks are nested more than %s levels deep', MAX_NESTING)
  body()
  run.nesting -= 1
}

interface Branches {
  readonly yes: (context: unknown, inner?: BlockVariables) => void
  readonly no: () => void
}

/** Binds the block parameters (`as |...|`) to these values. */
function namesOf(program: Program | undefined, ...values: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries((program?.blockParams ?? []).map((name, at) => [name, values[at]]))
}

function renderEach(list: unknown, program: Program | undefined, { yes, no }: Branches, run: Run): void {
  const entries = Array.isArray(list)
    ? list.map((value, at) => [at, value] as const)
    : Object.entries(typeof list === 'object' && list !== null ? list : {})
  if (entries.length === 0) return no()
  for (const [at, [key, value]] of entries.entries()) {
    countSteps(run)
    const data = { index: at, key, first: at === 0, last: at === entries.length - 1 }
    yes(value, { data, names: namesOf(program, value, key) })
  }
}

/** Renders a block around a value: it repeats for lists, and otherwise sets the context or tests the value. */
function byValue(value: unknown, context: unknown, block: BlockStatement, branches: Branches, run: Run): void {
  if (Array.isArray(value)) renderEach(value, block.program, branches, run)
  else if (value === false || value === null || value === undefined) branches.no()
  else branches.yes(value === true ? context : value)
}

function runBlock(block: BlockStatement, frame: TemplateScope, run: Run): void {
  const body = (program: Program | undefined, context: unknown, inner?: BlockVariables) =>
    program && runNested(run, () => runBody(program.body, blockScope(frame, context, inner), run))
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
      hashOf(block, frame, run)['includeZero'] === true && found === 0 ? true : Boolean(found) && !isEmptyValue(found)
    if (holds === (name === 'if')) branches.yes(frame.context)
    else branches.no()
  } else if (name === 'each') renderEach(value(), block.program, branches, run)
  else if (name === 'with') {
    const found = value()
    if (isEmptyValue(found)) branches.no()
    else branches.yes(found, { names: namesOf(block.program, found) })
  } else byValue(callHelper(block, frame, run), frame.context, block, branches, run)
}

function runStatement(node: Statement, frame: TemplateScope, run: Run): void {
  countSteps(run)
  switch (node.type) {
    case 'ContentStatement':
      return appendOutput(run, node.value)
    case 'MustacheStatement': {
      const text = templateText(callHelper(node, frame, run))
      return appendOutput(run, node.escaped ? escapeText(text) : text)
    }
    case 'BlockStatement':
      return runBlock(node, frame, run)
    case 'CommentStatement':
      return undefined
    default:
      throw new HandlebarsTemplateError('Partials and decorators are not supported')
  }
}

function runBody(body: readonly Statement[], frame: TemplateScope, run: Run): void {
  for (const node of body) runStatement(node, frame, run)
}

/** The rendered template: unsanitized HTML, and the limit that stopped it, if any. */
export interface RenderResult {
  readonly html: string
  readonly bound?: RunLimit
}

/**
 * Renders a Handlebars template with a context. The tree is interpreted without generated code, and only own properties
 * of the context are visible. Throws a `HandlebarsTemplateError` if the template cannot be parsed or calls an unknown
 * helper. A template that exceeds a limit stops there (`bound`).
 */
export function render(template: string, context: unknown): RenderResult {
  const run = newRun()
  try {
    runBody(parseTemplate(template).body, rootScope(context), run)
    return { html: run.parts.join('') }
  } catch (error) {
    if (error instanceof RunLimitError) return { html: run.parts.join(''), bound: error.bound }
    // Deeply nested values can exceed the stack when written.
    if (error instanceof RangeError) throw new HandlebarsTemplateError('A value is nested too deep to be written')
    throw error
  }
}
