import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'

/** Something that may stand where one types. */
export interface CodeCompletion {
  /** What is typed to find it. */
  readonly label: string
  readonly kind: 'column' | 'metric' | 'function' | 'keyword' | 'macro'
  /** Shown behind the label: a type, an expression. */
  readonly detail?: string | undefined
  /** What is written in its place; the label when absent. */
  readonly text?: string | undefined
}

/** What is nearer to the data stands first where two are found alike. */
const boosts: Readonly<Record<CodeCompletion['kind'], number>> = {
  column: 30,
  metric: 20,
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
