import { runGit } from './origin.mjs'

const COMMITS = 200
/** A file in a larger share of commits is a bottleneck for changes. */
const SHARE = 0.08

/**
 * Files that many commits may change, each with the reason. They are listed in the output but do not fail the check.
 * @type {Readonly<Record<string, string>>}
 */
const HOT = {
  'CHANGELOG.md': 'each change that people notice has a line in it',
  'charts/index.ts': 'one line for each chart type',
  'core/rest/errors.ts': 'the catalogue of errors: one row for each',
  'docs/reference/errors.md': 'generated from the catalogue of errors',
  'docs/reference/openapi.json': 'generated from the routes',
  'docs/reference/differences.md': 'one line for each difference from the reference, with its reason',
  'docs/operate/databases.md': 'a section for each type of database',
  'docs/operate/security.md': 'the security model: one line for each protected resource',
  'docs/operate/users-and-roles.md': 'a section for each feature of users, roles and sign-in',
  'docs/operate/operations.md': 'settings, limits and notes for operators: a line for each feature',
  'docs/reference/measures.md': 'a new figure replaces the older one',
  'docs/reference/requirements.md': 'one line for each requirement, with what proves it',
  'package.json': 'packages and commands',
  'server/engines/engine.ts': 'the contract of engines: a few lines for each capability',
  'scripts/check/floor.mjs': 'raised as tests are added',
}

/**
 * Reports files in many of the last commits. Removed files and a shorter history are ignored.
 * @param {string} root
 * @param {Readonly<Record<string, string>>} [expected]
 * @returns {Promise<{ ok: boolean, output: string, note?: string }>}
 */
export async function checkHotFiles(root, expected = HOT) {
  const log = await runGit(root, ['log', '--no-merges', `-${COMMITS}`, '--format=%x00', '--name-only'])
  const commits = (log ?? '').split('\0').slice(1)
  if (commits.length < COMMITS) return { ok: true, output: '' }
  const present = new Set((await runGit(root, ['ls-tree', '-r', '--name-only', 'HEAD']))?.split('\n'))
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const commit of commits) {
    for (const file of commit.split('\n').filter((name) => present.has(name)))
      counts.set(file, (counts.get(file) ?? 0) + 1)
  }
  const hot = [...counts].filter(([, count]) => count > COMMITS * SHARE).toSorted((a, b) => b[1] - a[1])
  const line = (/** @type {[string, number]} */ [file, count]) => `${file} is in ${count} of ${COMMITS} commits`
  const surprising = hot.filter(([file]) => !Object.hasOwn(expected, file)).map(line)
  const known = hot
    .filter(([file]) => Object.hasOwn(expected, file))
    .map((each) => `${line(each)}: ${expected[each[0]]}`)
  const advice = 'Part what changes for different reasons, or say in scripts/check/hot-files.mjs why it is so.'
  return {
    ok: surprising.length === 0,
    output: surprising.length > 0 ? [...surprising, advice].join('\n') : '',
    ...(known.length > 0 ? { note: known.join('\n') } : {}),
  }
}
