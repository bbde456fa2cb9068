import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'

/** Something that may stand where one types. */
export interface CodeCompletion {
  /** What is typed to find it. */
  readonly label: string
  readonly kind: 'column' | 'metric' | 'function' | 'keyword' | 'macro' | 'table' | 'schema'
  /** Shown behind the label: a type, an expression. */
  readonly detail?: string | undefined
  /** What is written in its place; the label when absent. */
  readonly text?: string | undefined
}

/** What is nearer to the data stands first where two are found alike. */
const boosts: Readonly<Record<CodeCompletion['kind'], number>> = {
  column: 30,
  metric: 20,
  table: 15,
  schema: 5,
  function: 0,
  keyword: -5,
  macro: -10,
}

function optionOf({ label, kind, detail, text }: CodeCompletion): Completion {
  return {
    label,
    type: kind,
    boost: boosts[kind],
    ...(detail === undefined ? {} : { detail }),
    ...(text === undefined ? {} : { apply: text }),
  }
}

const OF_WORD = /^"?[\p{L}_][\p{L}\p{N}_ ]*$/u

/** Completions for an offset of a text; `from` is where what they replace begins. */
export type CompleteCode = (
  text: string,
  offset: number,
  isExplicit: boolean,
) => { readonly from: number; readonly options: readonly CodeCompletion[] } | undefined

/** Options made of a list once: the same list is completed with at every key. */
const optionLists = new WeakMap<readonly CodeCompletion[], readonly Completion[]>()

function optionsOf(completions: readonly CodeCompletion[]): readonly Completion[] {
  const known = optionLists.get(completions)
  if (known) return known
  const made = completions.map(optionOf)
  optionLists.set(completions, made)
  return made
}

/** Completes with what a function finds for the text and the caret. */
export function functionSource(complete: CompleteCode) {
  return (context: CompletionContext): CompletionResult | null => {
    const found = complete(context.state.doc.toString(), context.pos, context.explicit)
    if (!found || found.options.length === 0) return null
    return { from: found.from, options: optionsOf(found.options), validFor: /^[\p{L}\p{N}_]*$/u }
  }
}

/** Completes the word before the caret, with or without the quote it begins with; asked for by keys also no word. */
export function completionSource(completions: readonly CodeCompletion[]) {
  const options = completions.map(optionOf)
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/"?[\p{L}_][\p{L}\p{N}_]*/u)
    if (options.length === 0 || (!word && !context.explicit)) return null
    const from = word?.from ?? context.pos
    // Labels carry no quote: what is found is found by what stands behind it.
    const isQuoted = word?.text.startsWith('"') === true
    return {
      from,
      options: isQuoted
        ? options.map((each) => ({
            ...each,
            label: `"${each.label}`,
            displayLabel: each.label,
            apply: each.apply ?? each.label,
          }))
        : options,
      validFor: OF_WORD,
    }
  }
}
