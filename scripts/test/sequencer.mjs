import { BaseSequencer } from 'vitest/node'
import { shuffle } from './shuffle.mjs'

/**
 * Shuffles the files of each project by the seed of Vitest. The projects run one after the other: a worker loads its
 * modules again for a file of another project.
 */
export class ShuffledProjects extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    const byName = files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
    return shuffle(byName, this.ctx.config.sequence.seed).toSorted((a, b) =>
      a.project.name < b.project.name ? -1 : Number(a.project.name > b.project.name),
    )
  }
}
