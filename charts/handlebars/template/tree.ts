/** A call: a path or literal with positional and named arguments. */
export interface Call {
  readonly path: Expression
  readonly params: readonly Expression[]
  readonly hash?: { readonly pairs: readonly { readonly key: string; readonly value: Expression }[] } | undefined
}

export interface PathExpression {
  readonly type: 'PathExpression'
  /** True if it starts with `@`. */
  readonly data: boolean
  /** The number of leading `../`. */
  readonly depth: number
  readonly parts: readonly unknown[]
  readonly original: string
}

interface SubExpression extends Call {
  readonly type: 'SubExpression'
}

export interface Literal {
  readonly type: 'StringLiteral' | 'NumberLiteral' | 'BooleanLiteral' | 'UndefinedLiteral' | 'NullLiteral'
  readonly value?: string | number | boolean
}

export type Expression = PathExpression | SubExpression | Literal

interface ContentStatement {
  readonly type: 'ContentStatement'
  readonly value: string
}

interface MustacheStatement extends Call {
  readonly type: 'MustacheStatement'
  readonly escaped: boolean
}

export interface BlockStatement extends Call {
  readonly type: 'BlockStatement'
  readonly program?: Program | undefined
  readonly inverse?: Program | undefined
}

interface OtherStatement {
  readonly type: 'CommentStatement' | 'PartialStatement' | 'PartialBlockStatement' | 'Decorator' | 'DecoratorBlock'
}

export type Statement = ContentStatement | MustacheStatement | BlockStatement | OtherStatement

/** The tree of a template or block as `@handlebars/parser` creates it. The parser's own types do not resolve. */
export interface Program {
  readonly body: readonly Statement[]
  readonly blockParams?: readonly string[] | undefined
}
