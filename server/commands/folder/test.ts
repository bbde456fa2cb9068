import { makeChartDataService, createSharedState, completeConfig, projectRoot } from '#server/home.ts'
import { ownershipOf } from '#server/home-ownership.ts'
import { checkExpectation, readExpectations } from '#server/transfer/expectations.ts'
import { readFolder, TESTS } from '#server/transfer/bundle-folder.ts'
import { type Command, CommandError } from '../command.ts'
import { folderOf } from '../folder-of.ts'
import { asOption, userOfOption } from './user-of-option.ts'

export const testCommand: Command = {
  name: 'test',
  takes: ['DIR'],
  meaning: `Queries charts and compares their results with the tests in DIR/${TESTS}`,
  options: asOption,
  async run(call) {
    const folder = folderOf(call)
    const user = await userOfOption(call)
    const files = [...(await readFolder(folder))].filter(([path]) => path.startsWith(`${TESTS}/`))
    const expectations = files.flatMap(([path, text]) => readExpectations(path, text))
    if (expectations.length === 0)
      throw new CommandError(
        `There is nothing to test in ${folder}/${TESTS}: docs/operate/operations.md describes the files.`,
      )
    const config = completeConfig(call.settings, projectRoot(import.meta.filename))
    const shared = createSharedState(call.store)
    const ownership = ownershipOf(call.store, call.settings.home)
    const chartData = await makeChartDataService(config, call.store, { shared, ...(ownership && { ownership }) })
    const { signal } = new AbortController()
    try {
      let failed = 0
      for (const expectation of expectations) {
        const why = await checkExpectation({ store: call.store, chartData, user, signal }, expectation)
        if (why !== undefined) failed++
        call.terminal.print(
          `${why === undefined ? 'ok    ' : 'FAILED'} ${expectation.name}${why === undefined ? '' : `: ${why}`}`,
        )
      }
      if (failed > 0) throw new CommandError(`${failed} of ${expectations.length} tests failed.`)
      call.terminal.printMessage(`${expectations.length} tests passed.`)
    } finally {
      await chartData.close()
      await shared.close()
    }
  },
}
