/** How an engine quotes a text literal, as data: the quotes and the escapes of special characters. */
export interface TextQuoting {
  readonly open: string
  readonly close: string
  readonly quote: string
  readonly backslash: string
}

/** One simple filter of a query, in the form for templates. */
export interface MacroFilter {
  readonly col: string
  readonly op: string
  readonly val: unknown
}

/** The data available to templates. Nothing else reaches the sandbox. */
export interface MacroContext {
  readonly user: {
    readonly id: number | null
    readonly username: string | null
    readonly email: string | null
    /** Names of roles; null for a token that is limited to one of several roles: no list is as strict as both. */
    readonly roles: readonly string[] | null
  }
  readonly urlParams: Readonly<Record<string, string>>
  readonly filters: readonly MacroFilter[]
  /** The time range of the query, in epoch milliseconds, and its text. */
  readonly time: { readonly from: number | null; readonly to: number | null; readonly range: string | null }
  /** Plain values by name: parameters of the dataset, columns and limits of the query. */
  readonly variables: Readonly<Record<string, unknown>>
  /** The texts among the variables that are numbers with more digits than a double. */
  readonly decimals: readonly string[]
  readonly quoting: TextQuoting
}

/** Data a macro needs that must be looked up outside; the template is rendered again once it is available. */
export type MacroLookup =
  | {
      readonly macro: 'dataset'
      readonly id: number
      readonly metrics: boolean
      readonly columns: readonly string[] | null
    }
  | { readonly macro: 'attribute'; readonly name: string }
  | { readonly macro: 'metric'; readonly name: string; readonly dataset: number | null }
  | {
      readonly macro: 'time'
      readonly column: string | null
      readonly range: string
      readonly type: string | null
      readonly strftime: string | null
    }

/** Results of needs by key: `text` of SQL, or ends of a range. */
export type LookupResults = Readonly<Record<string, unknown>>

export function lookupKey(need: MacroLookup): string {
  return JSON.stringify(need)
}

/** The inputs of a template in addition to its text. */
export interface TemplateReads {
  /** Columns whose filters were read and not empty. */
  readonly filters: readonly string[]
  /** Columns whose filters must not be applied again. */
  readonly removed: readonly string[]
  /** Values that must be part of the cache key. */
  readonly keys: readonly unknown[]
  /** Attributes that the user lacks: the text must not return rows. */
  readonly missing: readonly string[]
}

/** One template to render in the sandbox. */
export interface MacroTask {
  readonly source: string
  readonly macroContext: MacroContext
  readonly answers: LookupResults
}

/** The result: the text, or the data that is needed first. */
export interface MacroReply {
  readonly text: string
  readonly reads: TemplateReads
  readonly needs: readonly MacroLookup[]
}
