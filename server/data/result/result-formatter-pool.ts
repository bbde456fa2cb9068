import { type PostBudget, BudgetExceeded, Budget, MAX_POST_BUDGET } from '#core/post/post-budget.ts'
import { transferableBytes } from '#server/workers/transferable-bytes.ts'
import { WorkerPool } from '#server/workers/pool.ts'
import type { TaskOptions } from '#server/workers/pool.ts'
import type { Bytes } from '#server/engines/engine.ts'
import {
  type ResultReply,
  type ResultTask,
  type FormattedResult,
  formatResult,
  type FormatTask,
  type RowSample,
  rowSample,
  type RowSampling,
  type ChartLayoutTask,
  type ChartLayoutResult,
  formatForChart,
} from './result-task.ts'
import { findChartType } from '#charts/index.ts'

/**
 * Work that runs in the main thread, because a transfer would take longer: 20,000 cells take about ten milliseconds.
 */
const INLINE: PostBudget = { cells: 20_000, columns: MAX_POST_BUDGET.columns, work: 2_000_000 }

const THREADS = 2
/** Heap limit of a worker thread in MiB. */
const MEMORY_MB = 1024

type TaskCaller = Pick<TaskOptions, 'person' | 'signal'>

/** Formats results: small ones in the main thread, others and spreadsheets in worker threads. */
export class ResultFormatterPool {
  readonly #pool: WorkerPool<ResultTask, ResultReply>

  readonly #inline: PostBudget

  /** `limitMs`: time limit per result in milliseconds. `inline`: the limits for the main thread. */
  constructor(limitMs: number, inline: PostBudget = INLINE) {
    this.#inline = inline
    this.#pool = new WorkerPool({
      from: import.meta.url,
      name: 'result-worker',
      threads: THREADS,
      limitMs,
      memoryMb: MEMORY_MB,
      tasks: 'answer-tasks',
    })
  }

  async layOut(task: FormatTask, caller: TaskCaller): Promise<FormattedResult> {
    const all = [task.main, ...task.others.map(({ bytes }) => bytes)]
    if (task.format !== 'xlsx' && cellsOf(all) <= this.#inline.cells) {
      try {
        return await formatResult(task, new Budget(this.#inline))
      } catch (error) {
        if (!(error instanceof BudgetExceeded)) throw error
      }
    }
    const main = toTransferable(task.main)
    const others = task.others.map((each) => ({ ...each, bytes: toTransferable(each.bytes) }))
    return (await this.#run(
      { ...task, main, others },
      [main, ...others.map(({ bytes }) => bytes)],
      caller,
    )) as FormattedResult
  }

  async show(task: ChartLayoutTask, caller: TaskCaller): Promise<ChartLayoutResult> {
    const { main, totals, form, format } = task
    const all = totals ? [main, totals.bytes] : [main]
    // A pivot table has at most the square of the number of its rows.
    const spread = findChartType(String(form?.['viz_type']))?.meta.isPivoted ? main.rowCount ** 2 : 0
    if (format !== 'xlsx' && Math.max(cellsOf(all), spread) <= this.#inline.cells) return formatForChart(task)
    // Results are cached, so a copy is transferred.
    const copied = copy(main)
    const given = totals && { ...totals, bytes: copy(totals.bytes) }
    return (await this.#run(
      { ...task, main: copied, totals: given },
      given ? [copied, given.bytes] : [copied],
      caller,
    )) as ChartLayoutResult
  }

  async sample(task: RowSampling, caller: TaskCaller): Promise<RowSample> {
    if (cellsOf([task.main]) <= this.#inline.cells) return rowSample(task)
    const main = copy(task.main)
    return (await this.#run({ ...task, main }, [main], caller)) as RowSample
  }

  close(): void {
    this.#pool.close()
  }

  #run(task: ResultTask, given: readonly Bytes[], caller: TaskCaller): Promise<ResultReply> {
    return this.#pool.run(task, { ...caller, transfer: given.map(({ data }) => data.buffer as ArrayBuffer) })
  }
}

function cellsOf(all: readonly Bytes[]): number {
  return all.reduce((sum, { rowCount, columns }) => sum + rowCount * columns.length, 0)
}

function toTransferable(bytes: Bytes): Bytes {
  return { ...bytes, data: transferableBytes(bytes.data) }
}

function copy(bytes: Bytes): Bytes {
  return { ...bytes, data: new Uint8Array(bytes.data) }
}
