import { columnsNamed, type FrameColumn, withName } from './frame.ts'
import type { Operation } from './operation.ts'
import { asText, readOptions } from './option-reader.ts'

interface SelectOptions {
  readonly columns: readonly string[] | undefined
  readonly exclude: readonly string[]
  readonly rename: readonly (readonly [string, string])[]
}

/** Selects `columns` in this order, then removes `exclude`, then applies `rename`. */
export const select: Operation<SelectOptions> = {
  name: 'select',
  parse: (options) =>
    readOptions(options, (reader) => ({
      columns: reader.texts('columns'),
      exclude: reader.texts('exclude') ?? [],
      rename: reader.pairs('rename', asText) ?? [],
    })),
  run(frame, { columns, exclude, rename }, budget) {
    for (const name of [...exclude, ...rename.map(([from]) => from)]) columnsNamed(frame, name)
    const names = new Map(rename)
    const named: FrameColumn[] = []
    for (const name of columns ?? []) {
      named.push(...columnsNamed(frame, name))
      budget.frame(frame.rowCount, named.length)
    }
    const remaining = columns ? named : frame.columns
    const chosen = remaining
      .filter(({ header }) => !exclude.includes(header[0] ?? ''))
      .map((column) => {
        const name = names.get(column.header[0] ?? '')
        return name === undefined ? column : withName(column, name)
      })
    return { ...frame, columns: chosen }
  },
}
