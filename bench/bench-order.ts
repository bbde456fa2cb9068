/** The arguments that the starting script passes to a measuring program. */
export interface BenchOrder {
  readonly root: string
  /** Ids of docs/reference/measures.md. */
  readonly ids: readonly string[]
  readonly plan: Plan
  /** Replaces the planned length of loops. */
  readonly loopSeconds?: number
  /**
   * For B25, only these chart types; `panned` are the panned maps, `cells` the pivot table of 50,000 cells, `mixed` the
   * charts drawn together.
   */
  readonly kinds?: readonly string[]
}

/** A statement of bench/plan.json. */
export interface BenchStatement {
  readonly name: string
  readonly query: Readonly<Record<string, unknown>>
}

/** bench/plan.json. */
export interface Plan {
  readonly samples: number
  readonly slowSamples: number
  readonly start: { readonly samples: number }
  readonly uncached: { readonly statements: readonly BenchStatement[]; readonly loop: { readonly requests: number } }
  readonly herd: { readonly clients: number; readonly samples: number; readonly statement: BenchStatement }
  readonly cached: {
    readonly statement: BenchStatement
    readonly connections: readonly number[]
    readonly rounds: number
    readonly roundSeconds: number
  }
  /** Concurrent heaviest queries of one user, measured with cached responses to others. */
  readonly heaviest: { readonly clients: number; readonly seconds: number; readonly statement: BenchStatement }
  readonly heavy: { readonly clients: number; readonly seconds: number; readonly statement: BenchStatement }
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
    /**
     * Name of the example chart in explore, slug of the edited dashboard, and its chart that is dragged and resized.
     */
    readonly chart: string
    readonly dashboard: string
    readonly dragged: string
    readonly samples: number
    /** Warm-up gestures, which are not measured. */
    readonly warmUp: number
    /** Milliseconds without requests after which a gesture counts as done. */
    readonly quietMs: number
    /** Steps of a drag. */
    readonly steps: number
  }
  readonly responses: {
    /** Slug of the dashboard, two values of its filters, its chart whose rows are selected, two of its tabs. */
    readonly dashboard: string
    readonly values: readonly string[]
    readonly crossed: string
    readonly tabs: readonly string[]
    /** Presses of each type in B23, and first paints in B27. */
    readonly presses: number
    readonly samples: number
    /** Warm-up presses, which are not measured. */
    readonly warmUp: number
    readonly quietMs: number
  }
  readonly draw: {
    readonly samples: number
    readonly warmUp: number
    readonly quietMs: number
    /** Movements of the pointer or the wheel. */
    readonly steps: number
    /** Marks of each chart type, and of the longest line and the fullest map. */
    readonly marks: number
    readonly long: number
    /** Points of the line in B15. */
    readonly points: number
    /** The SQL of the drawn data, by table. */
    readonly tables: Readonly<Record<string, string>>
    /** The chart types with a time axis, those whose marks are pairs of names, and the twelve of a dashboard. */
    readonly timed: readonly string[]
    readonly grouped: readonly string[]
    readonly mixed: readonly string[]
  }
  readonly upload: {
    readonly samples: number
    readonly warmUp: number
    /** Rows of the timed file, and of the one during which memory is measured. */
    readonly rows: number
    readonly largeRows: number
    /** The SELECT of this many `{rows}`. */
    readonly sql: string
  }
  readonly editor: {
    readonly samples: number
    readonly warmUp: number
    readonly quietMs: number
    /** Steps of the wheel. */
    readonly steps: number
    /** Tables of the schema for completion. */
    readonly tables: number
    /** Rows of the result, and the SELECT of this many `{rows}`. */
    readonly rows: number
    readonly rowsSql: string
  }
  readonly post: { readonly rows: number; readonly series: number; readonly samples: number }
  readonly dropped: { readonly samples: number; readonly runFor: number; readonly sql: string }
  readonly equality: {
    readonly datasets: readonly { readonly name: string; readonly sql: string; readonly columns: readonly string[] }[]
  }
  readonly drivers: {
    readonly samples: number
    /** The statements that create the table, by engine. */
    readonly tables: Readonly<Record<string, readonly string[]>>
    readonly statement: BenchStatement
  }
  readonly soak: {
    readonly stores: readonly string[]
    readonly seed: number
    /** Seconds of only /health requests before the load begins. */
    readonly idleSeconds: number
    readonly rounds: number
    readonly roundSeconds: number
    /** Seconds after each round in which memory is measured. */
    readonly restSeconds: number
  }
  /** Rows of the store for the list measures, and the size of the imported bundle. */
  readonly lists: {
    readonly charts: number
    readonly access: { readonly users: number; readonly roles: number; readonly rules: number }
    readonly bundle: { readonly charts: number; readonly samples: number }
  }
  readonly memory: { readonly restSeconds: number; readonly loopSeconds: number; readonly parts: number }
}

/** One figure of a run. It has no value if the responses differed from the reference results. */
export interface Figure {
  readonly measure: string
  readonly name: string
  readonly value: number | null
  readonly unit: string
  readonly most?: number
  readonly least?: number
  readonly note?: string
}

/** Returns the order this program was started with. */
export function readOrder(): BenchOrder {
  return JSON.parse(process.argv[2] ?? '{}') as BenchOrder
}

/** Sends a figure to the script; also prints it if the run is watched. */
export function sendFigure(figure: Figure): void {
  process.stdout.write(`figure ${JSON.stringify(figure)}\n`)
}
