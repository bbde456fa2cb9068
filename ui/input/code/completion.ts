import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { isExplicit } from './open-completions.ts'

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
const cachedOptions = new WeakMap<CodeCompletion, Completion>()

function optionOf(completion: CodeCompletion): Completion {
  const cached = cachedOptions.get(completion)
  if (cached) return cached
  const option = newOption(completion)
  cachedOptions.set(completion, option)
  return option
}

/** Orders completions of equal rank by name. Comparing by locale would take most of the time in a list of thousands. */
export function compareCompletions(a: Completion, b: Completion): number {
  const one = a.sortText ?? a.label
  const other = b.sortText ?? b.label
  return one < other ? -1 : Number(one > other)
}

const OF_WORD = /^["`]?[\p{L}_][\p{L}\p{N}_ ]*$/u

/**
 * Returns lists of completions for an offset of a text; `from` is the start of the replaced range. A long list should be
 * the same array each time.
 */
export type CompleteCode = (
  text: string,
  offset: number,
  isExplicit: boolean,
) =>
  | {
      readonly from: number
      readonly lists: readonly (readonly CodeCompletion[])[]
      /** Finds further completions for the word; called after typing has paused. */
      readonly search?: () => Promise<readonly CodeCompletion[]>
    }
  | undefined

/** Milliseconds without a key press before further completions are searched. */
const SEARCH_PAUSE_MS = 150

/** Maximum options of one list that the editor matches, ranks and sorts for a key press. */
const MAX_OF_LIST = 300

/** Returns how well a name in lower case matches a word: 0 if it begins with it; undefined if it lacks a character. */
function matchRank(name: string, word: string): 0 | 1 | 2 | undefined {
  if (name.startsWith(word)) return 0
  if (name.includes(word)) return 1
  let at = -1
  for (const character of word) {
    at = name.indexOf(character, at + 1)
    if (at < 0) return undefined
  }
  return 2
}

/** Returns the options of one list; of more than the limit, those that match the word best. */
function closestOptions(all: readonly Completion[], word: string): readonly Completion[] {
  if (all.length <= MAX_OF_LIST) return all
  const ranked: readonly [Completion[], Completion[], Completion[]] = [[], [], []]
  for (const option of all) {
    const rank = matchRank(option.sortText ?? option.label, word)
    if (rank !== undefined) ranked[rank].push(option)
    if (ranked[0].length === MAX_OF_LIST) break
  }
  return ranked.flat().slice(0, MAX_OF_LIST)
}

/** Options by list: looking thousands up one by one takes milliseconds for each key press. */
const cachedLists = new WeakMap<readonly CodeCompletion[], readonly Completion[]>()

function optionsOf(list: readonly CodeCompletion[]): readonly Completion[] {
  if (list.length <= MAX_OF_LIST) return list.map(optionOf)
  const cached = cachedLists.get(list)
  if (cached) return cached
  const option = list.map(optionOf)
  cachedLists.set(list, option)
  return option
}

/** The completions that the last search found, which are offered for a longer word until its own search answers. */
interface LastSearch {
  /** The text before the searched word. */
  before: string
  list: readonly CodeCompletion[]
}

const newSearch = (): LastSearch => ({ before: '', list: [] })

/** Creates a completion source from a function of the text and the caret. */
export function functionSource(complete: CompleteCode, last = newSearch()) {
  return (context: CompletionContext): CompletionResult | null => {
    const found = complete(context.state.doc.toString(), context.pos, isExplicit(context))
    if (!found) return null
    const isSearched = found.search !== undefined && last.before === context.state.sliceDoc(0, found.from)
    const lists = isSearched ? [...found.lists, last.list] : found.lists
    if (lists.every((list) => list.length === 0)) return null
    const word = context.state.sliceDoc(found.from, context.pos).toLowerCase()
    const options = lists.flatMap((list) => closestOptions(optionsOf(list), word))
    const isLimited = found.search !== undefined || lists.some((list) => list.length > MAX_OF_LIST)
    // Left out options may match a longer word, so the next key asks again.
    return { from: found.from, options, ...(isLimited ? {} : { validFor: /^[\p{L}\p{N}_]*$/u }) }
  }
}

/**
 * Creates the source of further completions, which `functionSource` does not wait for: they are searched after typing has
 * paused, and none are offered if the search fails.
 */
export function searchSource(complete: CompleteCode, last = newSearch()) {
  return (context: CompletionContext): null | Promise<CompletionResult | null> => {
    const found = complete(context.state.doc.toString(), context.pos, isExplicit(context))
    return found?.search ? searchResult(context, found.from, found.search, last) : null
  }
}

/**
 * Creates the sources of a completion function: the known completions, and those of its search. The editor drops the
 * completions of a search at the next key, so that the first source offers them until the next search answers; it lists
 * equal completions once.
 */
export function functionSources(complete: CompleteCode) {
  const last = newSearch()
  return [functionSource(complete, last), searchSource(complete, last)]
}

async function searchResult(
  context: CompletionContext,
  from: number,
  search: () => Promise<readonly CodeCompletion[]>,
  last: LastSearch,
): Promise<CompletionResult | null> {
  let isOutdated = false
  context.addEventListener('abort', () => (isOutdated = true), { onDocChange: true })
  await new Promise((resolve) => setTimeout(resolve, SEARCH_PAUSE_MS))
  if (isOutdated) return null
  const list = await search().catch(() => [])
  // An outdated search must not replace the result of a later one.
  if (!isOutdated) Object.assign(last, { before: context.state.sliceDoc(0, from), list })
  return list.length === 0 ? null : { from, options: list.map(optionOf) }
}

/**
 * Creates a completion source for the word before the caret, with or without an opening quote; on explicit request also
 * without a word.
 */
export function completionSource(completions: readonly CodeCompletion[]) {
  const all = completions.map(optionOf)
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/["`]?[\p{L}_][\p{L}\p{N}_]*/u)
    if (all.length === 0 || (!word && !isExplicit(context))) return null
    const from = word?.from ?? context.pos
    // Labels have no quotes, so matching starts after the quote.
    const mark = /^["`]/.exec(word?.text ?? '')?.[0]
    return {
      from,
      options: mark
        ? all.map((each) => ({
            ...each,
            label: mark + each.label,
            displayLabel: each.label,
            apply: each.apply ?? each.label,
          }))
        : all,
      validFor: OF_WORD,
    }
  }
}
