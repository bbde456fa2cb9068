/** How an engine writes a text as a literal, as data: what stands around it and what its special characters become. */
export interface Quoting {
  readonly open: string
  readonly close: string
  readonly quote: string
  readonly backslash: string
}

/** One simple filter of a question, as templates see it. */
export interface MacroFilter {
  readonly col: string
  readonly op: string
  readonly val: unknown
}

/** What templates may know. Nothing else reaches the sandbox. */
export interface MacroContext {
  readonly user: {
    readonly id: number | null
    readonly username: string | null
    readonly email: string | null
    readonly roles: readonly string[]
  }
  readonly urlParams: Readonly<Record<string, string>>
  readonly filters: readonly MacroFilter[]
  /** The range of the question, epoch milliseconds, and its text. */
  readonly time: { readonly from: number | null; readonly to: number | null; readonly range: string | null }
  /** Plain values by name: parameters of the dataset, columns and limits of the question. */
  readonly variables: Readonly<Record<string, unknown>>
  readonly quoting: Quoting
}

/** Something a macro needs that has to be looked up outside; the template is rendered again once it is known. */
export type Need =
  | {
      readonly macro: 'dataset'
      readonly id: number
      readonly metrics: boolean
      readonly columns: readonly string[] | null
    }
  | { readonly macro: 'metric'; readonly name: string; readonly dataset: number | null }
  | {
      readonly macro: 'time'
      readonly column: string | null
      readonly range: string
      readonly type: string | null
      readonly strftime: string | null
    }

/** Answers to needs by their key: `text` of SQL, or ends of a range. */
export type NeedAnswers = Readonly<Record<string, unknown>>

export function needKey(need: Need): string {
  return JSON.stringify(need)
}

/** What a template read that is more than its text. */
export interface Reads {
  /** Columns whose filters were read and held something. */
  readonly filters: readonly string[]
  /** Columns whose filters are not to be applied again. */
  readonly removed: readonly string[]
  /** Values that have to be part of the cache key. */
  readonly keys: readonly unknown[]
}

/** One template to be rendered in the sandbox. */
export interface MacroTask {
  readonly source: string
  readonly facts: MacroContext
  readonly answers: NeedAnswers
}

/** What comes back: the text, or what has to be known first. */
export interface MacroReply {
  readonly text: string
  readonly reads: Reads
  readonly needs: readonly Need[]
}
