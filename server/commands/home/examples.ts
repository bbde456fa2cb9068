import { EXAMPLES_FILE, EXAMPLES_LOADED_KEY, loadExamples } from '#server/examples.ts'
import { projectRoot } from '#server/home.ts'
import { ownershipOf } from '#server/home-ownership.ts'
import { type Command, CommandError } from '../command.ts'
import { requireStoppedServer } from './home-files.ts'

export const examplesCommand: Command = {
  name: 'examples',
  takes: [],
  meaning: 'Loads the example data and dashboards, regardless of FACET_EXAMPLES',
  options: { again: { meaning: 'Replace examples that were loaded before' } },
  async run({ settings, store, terminal, has }) {
    requireStoppedServer(settings)
    const ownership = ownershipOf(store, settings.home)
    await ownership?.requireNoOther(EXAMPLES_FILE, 'examples')
    if (has('again')) await store.settings.remove(EXAMPLES_LOADED_KEY)
    else if ((await store.settings.get(EXAMPLES_LOADED_KEY)) === 'yes') {
      terminal.printMessage('The examples are already loaded; --again replaces them.')
      return
    }
    const loading = await loadExamples(
      store,
      { home: settings.home, examples: true },
      projectRoot(import.meta.filename),
      ownership,
    )
    if (!loading) throw new CommandError('This build contains no examples. Build again with npm start.')
    if (!(await loading.done)) throw new CommandError('The examples were not loaded; the error is shown above.')
  },
}
