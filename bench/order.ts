/** What a program of measures is given by the script that starts it. */
export interface Order {
  readonly root: string
  /** Ids of docs/reference/measures.md. */
  readonly ids: readonly string[]
  readonly plan: Plan
  /** Replaces the planned length of loops. */
  readonly loopSeconds?: number
  /** Of B25 these kinds of chart alone; `panned` are the maps that are moved, `cells` the pivot table of 50,000, `mixed` the charts drawn together. */
  readonly kinds?: readonly string[]
}

/** A statement of bench/plan.json. */
export interface Statement {
  readonly name: string
  readonly query: Readonly<Record<string, unknown>>
}

/** bench/plan.json. */
export interface Plan {
  readonly samples: number
  readonly slowSamples: number
  readonly start: { readonly samples: number }
  readonly uncached: { readonly statements: readonly Statement[]; readonly loop: { readonly requests: number } }
  readonly herd: { readonly clients: number; readonly samples: number; readonly statement: Statement }
  readonly cached: {
    readonly statement: Statement
    readonly connections: readonly number[]
    readonly rounds: number
    readonly roundSeconds: number
  }
  /** One person with the heaviest questions, so many at a time, beside a kept answer. */
  readonly heaviest: { readonly clients: number; readonly seconds: number; readonly statement: Statement }
  readonly heavy: { readonly clients: number; readonly seconds: number; readonly statement: Statement }
  readonly dashboard: {
    readonly rowsSql: readonly string[]
    /** Names of example charts. */
    readonly charts: readonly string[]
    readonly coldSamples: number
    readonly warmSamples: number
    /** Charts of the dashboard of many screens. */
    readonly many: number
    readonly manySamples: number
  }
  readonly gestures: {
    /** Name of the example chart explored, slug of the dashboard edited, and its chart that is dragged and resized. */
    readonly chart: string
    readonly dashboard: string
    readonly dragged: string
    readonly samples: number
    /** Gestures that do not count, before those that do. */
    readonly warmUp: number
    /** Milliseconds without anything asked for, after which what a gesture causes is taken to be done. */
    readonly quietMs: number
    /** Steps of a drag. */
    readonly steps: number
  }
  readonly responses: {
    /** Slug of the dashboard, two values of its filters, its chart whose rows are picked, two of its tabs. */
    readonly dashboard: string
    readonly values: readonly string[]
    readonly crossed: string
    readonly tabs: readonly string[]
    /** Presses of B23 of each kind, and first paints of B27. */
    readonly presses: number
    readonly samples: number
    /** Presses that do not count, before those that do. */
    readonly warmUp: number
    readonly quietMs: number
  }
  readonly draw: {
    readonly samples: number
    readonly warmUp: number
    readonly quietMs: number
    /** Movements of the pointer or the wheel. */
    readonly steps: number
    /** Marks of each kind, and of the longest line and the fullest map. */
    readonly marks: number
    readonly long: number
    /** Points of the line of B15. */
    readonly points: number
    /** The SQL of what is drawn, by table. */
    readonly tables: Readonly<Record<string, string>>
    /** The kinds whose marks are moments, those whose marks are pairs of names, and twelve of a dashboard. */
    readonly timed: readonly string[]
    readonly grouped: readonly string[]
    readonly mixed: readonly string[]
  }
  readonly upload: {
    readonly samples: number
    readonly warmUp: number
    /** Rows of the file that is timed, and of the one during which memory is looked at. */
    readonly rows: number
    readonly largeRows: number
    /** The SELECT of so many `{rows}`. */
    readonly sql: string
  }
  readonly editor: {
    readonly samples: number
    readonly warmUp: number
    readonly quietMs: number
    /** Steps of the wheel. */
    readonly steps: number
    /** Tables of the schema that is completed. */
    readonly tables: number
    /** Rows of the result, and the SELECT of so many `{rows}`. */
    readonly rows: number
    readonly rowsSql: string
  }
  readonly post: { readonly rows: number; readonly series: number; readonly samples: number }
  readonly gone: { readonly samples: number; readonly runFor: number; readonly sql: string }
  readonly equality: {
    readonly datasets: readonly { readonly name: string; readonly sql: string; readonly columns: readonly string[] }[]
  }
  readonly postgres: { readonly samples: number; readonly table: string; readonly statement: Statement }
  readonly soak: {
    readonly stores: readonly string[]
    readonly seed: number
    /** Seconds of /health alone, before anybody else asks. */
    readonly idleSeconds: number
    readonly rounds: number
    readonly roundSeconds: number
    /** Seconds after each round, in which memory is looked at. */
    readonly restSeconds: number
  }
  /** Charts of the store whose lists are asked, and the bundle that is brought into it. */
  readonly lists: {
    readonly charts: number
    readonly bundle: { readonly charts: number; readonly samples: number }
  }
  readonly memory: { readonly restSeconds: number; readonly loopSeconds: number; readonly parts: number }
}

/** One figure of a run. Without a value where the answers were not those of the plain road. */
export interface Figure {
  readonly measure: string
  readonly name: string
  readonly value: number | null
  readonly unit: string
  readonly most?: number
  readonly least?: number
  readonly note?: string
}

/** The order this program was started with. */
export function readOrder(): Order {
  return JSON.parse(process.argv[2] ?? '{}') as Order
}

/** Hands a figure to the script, in words for people too when the run is watched. */
export function tell(figure: Figure): void {
  process.stdout.write(`figure ${JSON.stringify(figure)}\n`)
}
