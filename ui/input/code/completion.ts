import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'

/** A completion. */
export interface CodeCompletion {
  /** The text that the typed word is matched with. */
  readonly label: string
  readonly kind: 'column' | 'metric' | 'function' | 'keyword' | 'macro' | 'table' | 'schema'
  /** Shown after the label: a type or an expression. */
  readonly detail?: string | undefined
  /** The inserted text; the label if absent. */
  readonly text?: string | undefined
}

/** Of equally good matches, items of the data come before general ones. */
const boosts: Readonly<Record<CodeCompletion['kind'], number>> = {
  column: 30,
  metric: 20,
  table: 15,
  schema: 5,
  function: 0,
  keyword: -5,
  macro: -10,
}

function newOption({ label, kind, detail, text }: CodeCompletion): Completion {
  return {
    label,
    sortText: label.toLowerCase(),
    type: kind,
    boost: boosts[kind],
    ...(detail === undefined ? {} : { detail }),
    ...(text === undefined ? {} : { apply: text }),
  }
}

/** Options by completion: lists differ for every key press, the completions of a schema do not. */
const options = new WeakMap<CodeCompletion, Completion>()

function optionOf(completion: CodeCompletion): Completion {
  const known = options.get(completion)
  if (known) return known
  const made = newOption(completion)
  options.set(completion, made)
  return made
}

/** Orders completions of equal rank by name. Comparing by locale would take most of the time in a list of thousands. */
export function compareCompletions(a: Completion, b: Completion): number {
  const one = a.sortText ?? a.label
  const other = b.sortText ?? b.label
  return one < other ? -1 : Number(one > other)
}

const OF_WORD = /^"?[\p{L}_][\p{L}\p{N}_ ]*$/u

/** Returns completions for an offset of a text; `from` is the start of the replaced range. */
export type CompleteCode = (
  text: string,
  offset: number,
  isExplicit: boolean,
) => { readonly from: number; readonly options: readonly CodeCompletion[] } | undefined

/** Creates a completion source from a function of the text and the caret. */
export function functionSource(complete: CompleteCode) {
  return (context: CompletionContext): CompletionResult | null => {
    const found = complete(context.state.doc.toString(), context.pos, context.explicit)
    if (!found || found.options.length === 0) return null
    return { from: found.from, options: found.options.map(optionOf), validFor: /^[\p{L}\p{N}_]*$/u }
  }
}

/**
 * Creates a completion source for the word before the caret, with or without an opening quote; on explicit request also
 * without a word.
 */
export function completionSource(completions: readonly CodeCompletion[]) {
  const all = completions.map(optionOf)
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/"?[\p{L}_][\p{L}\p{N}_]*/u)
    if (all.length === 0 || (!word && !context.explicit)) return null
    const from = word?.from ?? context.pos
    // Labels have no quotes, so matching starts after the quote.
    const isQuoted = word?.text.startsWith('"') === true
    return {
      from,
      options: isQuoted
        ? all.map((each) => ({
            ...each,
            label: `"${each.label}`,
            displayLabel: each.label,
            apply: each.apply ?? each.label,
          }))
        : all,
      validFor: OF_WORD,
    }
  }
}
