import { LOADED, loadExamples } from '#server/examples.ts'
import { projectRoot } from '#server/home.ts'
import { type Command, CommandRefused } from '../command.ts'
import { requireFree } from './parts.ts'

export const examplesCommand: Command = {
  name: 'examples',
  takes: [],
  meaning: 'Loads the example data and dashboards, whatever FACET_EXAMPLES says',
  options: { again: { meaning: 'Load them over those that were loaded before, as they were at first' } },
  async run({ settings, store, terminal, has }) {
    requireFree(settings)
    if (has('again')) await store.settings.remove(LOADED)
    else if ((await store.settings.get(LOADED)) === 'yes') {
      terminal.tell('The examples were loaded before; --again loads them anew.')
      return
    }
    const loading = await loadExamples(
      store,
      { home: settings.home, examples: true },
      projectRoot(import.meta.filename),
    )
    if (!loading) throw new CommandRefused('This build holds no examples. Build it anew with npm start.')
    if (!(await loading.done)) throw new CommandRefused('The examples were not loaded; what went wrong stands above.')
  },
}
