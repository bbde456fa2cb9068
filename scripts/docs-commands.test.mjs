import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { filesUnder, root } from '#testing/tree.ts'
import { stepNames } from './check/steps.mjs'
import { npmEnvironment } from './start/install.mjs'

const execute = promisify(execFile)
const COMMAND = /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|facet) \S/
const FENCE = /^```\w*\n([\s\S]*?)^```/gm

const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8')

/**
 * Returns the commands on a page.
 * @param {string} text
 * @returns {string[]}
 */
function commandsIn(text) {
  const blocks = [...text.matchAll(FENCE)].flatMap(([, block = '']) => block.split('\n'))
  const spans = [...text.replace(FENCE, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  return [...blocks, ...spans].map((each) => each.trim()).filter((each) => COMMAND.test(each))
}

const pages = filesUnder().filter((file) => file.endsWith('.md') && /^(docs\/|[^/]+$)/.test(file))
const commands = [...new Set(pages.flatMap((file) => commandsIn(read(file))))].toSorted()

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<string>} its output
 */
async function run(command, args, cwd = root) {
  const { stdout } = await execute(command, args, { cwd, env: npmEnvironment(process.env) })
  return stdout
}

/** npm treats the lock as complete and makes no requests; tests do not download packages. */
async function resolvesOffline(/** @type {string} */ how) {
  const folder = mkdtempSync(join(tmpdir(), 'facet-npm-'))
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, file), join(folder, file))
  try {
    expect(await run('npm', [how, '--dry-run', '--offline', '--loglevel=error'], folder)).toMatch(
      /added \d{3} packages/,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} file
 * @param {string} words that run the command there
 */
const runBy = (file, words) => () => expect([file, words, read(file).includes(words)]).toEqual([file, words, true])

/** @param {(folder: string) => Promise<void>} act */
async function inNewFolder(act) {
  const folder = mkdtempSync(join(tmpdir(), 'facet-docs-'))
  try {
    await act(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Returns a function that runs the command line as users do.
 * @param {string} home
 * @param {readonly string[]} how
 */
function facetOn(home, [program = '', ...first]) {
  const env = { ...npmEnvironment(process.env), FACET_HOME: home }
  return (/** @type {readonly string[]} */ args) => execute(program, [...first, ...args], { cwd: root, env })
}

/** A home with the user of the commands, created once: each command gets a copy. */
let withAda = ''
afterAll(() => withAda && rmSync(withAda, { recursive: true, force: true }))

async function homeWithAda() {
  if (withAda === '') {
    withAda = mkdtempSync(join(tmpdir(), 'facet-docs-'))
    await facetOn(withAda, ['node', 'scripts/facet.mjs'])(['user', 'add', 'ada', '--role', 'Gamma', '--generate'])
  }
  return withAda
}

/**
 * @param {readonly string[]} how
 * @param {readonly string[]} words
 */
async function runFacet(how, words) {
  await inNewFolder(async (home) => {
    const [noun, act] = words
    if (noun === 'user' && act !== 'add') cpSync(await homeWithAda(), home, { recursive: true })
    // There is no terminal to prompt on.
    const more = act === 'add' || act === 'password' ? ['--generate'] : []
    const { stdout, stderr } = await facetOn(home, how)([...words, ...more])
    expect(stdout + stderr).toContain(noun === 'user' ? 'ada' : 'facet user add NAME')
  })
}

/** Returns a command without the environment variables before it. */
const withoutVariables = (/** @type {string} */ command) => command.replace(/^(?:[A-Z_]+=\S+ )+/, '')

/** Commands of the pages that select test files for Vitest. */
const FILTERED = /^npx vitest run ([\w/. -]+?)(?: -u| -t "[^"]+")?$/
/** Folders that the pages create with `npm run new`; scripts/new.test.mjs creates them and runs their tests. */
const CREATED = commands.map((command) => /^npm run new \w+ (\w+)$/.exec(command)?.[1]).filter(Boolean)
const isCreated = (/** @type {string} */ filter) => CREATED.some((name) => filter.endsWith(`/${name}`))
const filtersOf = (/** @type {string} */ command) =>
  FILTERED.exec(withoutVariables(command))?.[1]
    ?.split(' ')
    .filter((filter) => !isCreated(filter)) ?? []

/**
 * The files that Vitest finds by all such words of the pages, listed once: a file matches if one of several words fits.
 * @type {Promise<string[]> | undefined}
 */
let listed
function filesMeant() {
  const words = [...new Set(commands.flatMap(filtersOf))]
  listed ??= run('npx', ['--no', 'vitest', 'list', '--filesOnly', ...words]).then((said) => said.trim().split('\n'))
  return listed
}

/**
 * Which test runs a command. A command that another test runs names the words of that test; the first matching pattern
 * counts.
 * @type {readonly (readonly [RegExp, (found: RegExpExecArray) => unknown])[]}
 */
const PROOFS = [
  [/^npm (?:--prefix \S+ )?start$/, runBy('scripts/start.test.mjs', "launch(['npm', '--prefix', root, 'start'])")],
  [
    /^npm start -- (--help|--link|--version)$/,
    ([, option]) => runBy('scripts/start.test.mjs', `start(['${option}'])`)(),
  ],
  // The run that this test is part of.
  [/^npm test$/, runBy('scripts/test/test.mjs', 'await runWithTemporaryFolder(runTests)')],
  [/^npm run test:all$/, runBy('package.json', 'node scripts/test.mjs --all')],
  // It installs large servers.
  [/^npm run test:engines(?: -- --only=\w+)?$/, runBy('package.json', 'node scripts/test-engines.mjs')],
  [
    /^npm run verify(?: -- .+)?$/,
    // The complete run takes minutes; this only checks that the command accepts its options.
    async () => expect(await run('npm', ['run', '--silent', 'verify', '--', '--help'])).toContain('--repeat=N'),
  ],
  [
    /^(?:npm run facet --|facet) (export|apply|test|backup|restore)(?: |$)/,
    ([, word]) => runBy('server/commands/built.test.ts', `facet(environment, \`${word} `)(),
  ],
  // An installation calls a registry; the test of the command does so with a stand-in for npm.
  [
    /^(?:npm run facet --|facet) driver (add|list)(?: \w+)?$/,
    ([, act]) =>
      runBy('server/commands/driver/driver.test.ts', act === 'add' ? "'driver', 'add'" : "'driver', 'list'")(),
  ],
  [/^(?:npm run facet --|facet) home claim(?: \w+)?$/, runBy('server/home-ownership.test.ts', "'home|claim|local'")],
  [/^(?:npm run facet --|facet) home claim-plugins$/, runBy('server/home-ownership.test.ts', "'home|claim-plugins'")],
  [
    /^(?:npm run facet --|facet) (doctor|examples)$/,
    ([, word]) => runBy('server/commands/built.test.ts', `facet(environment, '${word}')`)(),
  ],
  [/^facet doctor --changes$/, runBy('server/commands/home/home.test.ts', "facet('doctor|--changes')")],
  // A page that only names a command gives no arguments: another page gives them, and that command is run.
  [
    /^facet user ([\w-]+)$/,
    ([, word]) => expect(commands.filter((each) => each.startsWith(`npm run facet -- user ${word}`))).not.toEqual([]),
  ],
  // The commands need an identity provider in the settings.
  [
    /^(?:npm run facet --|facet) user (?:(check-login|link) |(scim-token)$)/,
    ([, word, token]) => runBy('server/commands/user/check-login.test.ts', `'user', '${word ?? token}'`)(),
  ],
  [
    /^npm run facet -- user reset-second-factor ada$/,
    runBy('server/commands/user/reset-second-factor.test.ts', "'user', 'reset-second-factor', 'ada'"),
  ],
  // It needs stored secrets.
  [
    /^(?:npm run facet --|facet) (secret rotate(?: --dry-run)?)$/,
    ([, words]) => runBy('server/security/rotate-secrets.test.ts', `'${words}'`)(),
  ],
  // A page that only names the noun: other pages name its commands, which are run.
  [
    /^facet (grant|quota|token)$/,
    ([, noun]) =>
      expect(
        commands.filter((each) => each.includes(`facet -- ${noun} `) || each.startsWith(`facet ${noun} `)),
      ).not.toEqual([]),
  ],
  // The test of the noun runs the command with the same words.
  [
    /^(?:npm run facet --|facet) grant ((?:set|remove|list) .+)$/,
    ([, words]) => runBy('server/commands/grant/grant.test.ts', `grant ${words}`)(),
  ],
  [
    /^(?:npm run facet --|facet) quota (set|remove|list)(?: |$)/,
    ([, act]) => runBy('server/commands/quota/quota.test.ts', `'quota', '${act}'`)(),
  ],
  [
    /^(?:npm run facet -- user add robot --role Gamma|facet user add) --service$/,
    runBy('server/commands/token/token.test.ts', "'user', 'add', 'robot', '--role', 'Gamma', '--service'"),
  ],
  [
    /^npm run facet -- token (create|list|revoke) robot/,
    ([, act]) => runBy('server/commands/token/token.test.ts', `'token', '${act}', 'robot'`)(),
  ],
  [/^(?:npm run facet --|facet) user import /, runBy('server/commands/user/file.test.ts', "'user', 'import'")],
  [
    /^npm run facet -- (.+)$/,
    ([, words = '']) => runFacet(['npm', 'run', '--silent', 'facet', '--'], words.split(' ')),
  ],
  [/^node scripts\/facet\.mjs$/, () => runFacet(['node', 'scripts/facet.mjs'], ['--help'])],
  [/^npm (install|ci)$/, ([, how = '']) => resolvesOffline(how)],
  [/^npm run dev$/, runBy('scripts/tools.test.mjs', "run(project, 'dev', []")],
  [/^npm run new (\w+) (\w+)$/, ([, kind, name]) => runBy('scripts/new.test.mjs', `['${kind}', '${name}', `)()],
  [/^npm run lock$/, runBy('scripts/install.test.mjs', "'scripts/lock.mjs'")],
  [
    /^npm run check(?: -- ([a-z -]+))?$/,
    ([, steps]) => {
      expect(stepNames).toEqual(expect.arrayContaining(steps?.split(' ') ?? []))
      runBy('scripts/tools.test.mjs', "run(project, 'check', ['versions'])")()
    },
  ],
  [
    /^npm run bench(?: -- ((?:(?:[BDLP]\d+|POST) ?)+))?$/,
    // This only checks that the command starts and measures the named figures.
    async ([, names]) => {
      expect(await run('npm', ['run', 'bench', '--', '--help'])).toContain('npm run bench -- B3 B5')
      const measures = Object.values(JSON.parse(read('bench/plan.json')).programs).flat()
      expect(measures).toEqual(expect.arrayContaining(names?.split(' ') ?? []))
    },
  ],
  [
    // Drawing all images takes minutes; the end-to-end test uses the same code, and this only checks that the command
    // exists.
    /^npm run pictures(?: (\w+))?$/,
    async () => {
      runBy('e2e/gallery-pictures.e2e.ts', 'await drawPicture(here, facet.url, picture, navigateWithinPage)')()
      await expect(run('npm', ['run', '--silent', 'pictures', 'no_such_kind'])).rejects.toThrow(
        'No chart type with this',
      )
    },
  ],
  [
    // All screens take minutes; this takes one of them.
    /^npm run screens$/,
    async () =>
      inNewFolder(async (folder) => {
        await run('npm', ['run', '--silent', 'screens', '--', '--only=login', `--folder=${folder}`])
        expect(readdirSync(folder).toSorted()).toEqual(['login-dark.png', 'login-light.png'])
      }),
  ],
  [
    /^npm run animation$/,
    async () =>
      inNewFolder(async (folder) => {
        const file = join(folder, 'filter.webp')
        await run('npm', ['run', '--silent', 'animation', '--', `--file=${file}`])
        expect(readFileSync(file).toString('latin1', 8, 16)).toBe('WEBPVP8X')
      }),
  ],
  [
    /^npm run soak(?: -- (\d+|faults))?$/,
    // The one-minute run and its checks have their own tests.
    async ([command, what = '']) => {
      expect(await run('npm', ['run', '--silent', 'soak', '--', '--help'])).toContain(command)
      if (Number(what) > 0)
        runBy('stress/soak/soak.test.ts', "['run', '--silent', 'soak', '--', `${SECONDS}`, `${SEED}`]")()
    },
  ],
  [
    /^npm run mutate -- (?:--help|(\S+) (\d+))$/,
    // Running mutants takes time; this only checks that the mutants of the folder are found and sampled.
    async ([, folder, seed = '']) => {
      const args = folder === undefined ? ['--help'] : [folder, seed, '--list', '--draw=2']
      const said = await run('npm', ['run', '--silent', 'mutate', '--', ...args])
      expect(said).toMatch(folder === undefined ? /FOLDER \[SEED\]/ : /^\S+: 2 of \d+ faults .*\n.*->.*\n.*->/)
    },
  ],
  [
    // The number of inputs on the page would take minutes.
    /^npm run fuzz -- (\d+) \d+((?: --only=\d+)?)$/,
    async ([, seed = '', only = '']) => {
      const args = ['run', '--silent', 'fuzz', '--', seed, '40', ...(only ? [only.trim()] : [])]
      expect(await run('npm', args)).toContain('0 faults, the server answers')
    },
  ],
  [/^npm run fuzz -- faults$/, runBy('stress/fuzz/fuzz.test.ts', 'await findFault(rison, 1, 500)')],
  [
    /^npm run requirements(?: -- (--json))?$/,
    async ([, json]) => {
      const args = ['run', '--silent', 'requirements', ...(json ? ['--', json] : [])]
      // During a test run there may be no results of the current sources, which the command reports.
      const said = await run('npm', args).catch((error) => String(error.message))
      expect(said).toMatch(/total|are rejected: .*Run npm test/)
    },
  ],
  [
    /^npx tsx (bench\/store\.ts)$/,
    async ([, file = '']) => expect(await run('npx', ['--no', 'tsx', file, '9'])).toContain('9 charts'),
  ],
  // npm run check compares the format of all files; this only checks that the command exists.
  [
    /^npx biome format --write \S+$/,
    async () => expect(await run('npx', ['--no', 'biome', 'format', '--help'])).toContain('--write'),
  ],
  // npm test runs the browser tests; this only checks that the files are there.
  [
    /^npx playwright test -c (\S+) (\S+)$/,
    ([, ...files]) => expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]),
  ],
  [
    // The tests run with all others; this only checks that the command selects some of them.
    FILTERED,
    async ([command]) => {
      const files = await filesMeant()
      for (const filter of filtersOf(command)) expect(files.filter((file) => file.includes(filter))).not.toEqual([])
      const filters = commands.flatMap(filtersOf)
      expect(files.filter((file) => !filters.some((filter) => file.includes(filter)))).toEqual([])
    },
  ],
]

it('finds commands in code only', () => {
  const text = 'Run `npm start` or\n\n```\nnpx vitest run x\nFACET_HOME=/x npm start\nls\n```\n`node:fs` `npm` npm test'
  expect(commandsIn(text)).toEqual(['npx vitest run x', 'FACET_HOME=/x npm start', 'npm start'])
})

it.each(commands)(
  'a page names a command that is run: %s',
  async (command) => {
    const printed = withoutVariables(command)
    const [pattern, show] = PROOFS.find(([each]) => each.test(printed)) ?? []
    const found = pattern?.exec(printed)
    expect(found, `Say in scripts/docs-commands.test.mjs which test runs it`).toBeTruthy()
    if (found) await show?.(found)
  },
  180_000,
)

it('a page that names npx names npm install before it, because a start leaves the packages for tests out', () => {
  const late = pages.filter((file) => {
    const text = read(file)
    return text.includes('`npx ') && !text.slice(0, text.indexOf('`npx ')).includes('npm install')
  })
  expect(late).toEqual([])
})

it('every command of the package runs the script of its name', () => {
  const { scripts } = JSON.parse(read('package.json'))
  for (const [name, command] of Object.entries(scripts)) {
    // A name with a colon has a script of its own, or is a script with an option.
    const own = name.replace(':', '-')
    const script = existsSync(join(root, `scripts/${own}.mjs`)) ? own : name.split(':')[0]
    expect(command).toMatch(new RegExp(`^(exec )?node scripts/${script}\\.mjs( --\\w+)?$`))
    expect(existsSync(join(root, `scripts/${script}.mjs`)), name).toBe(true)
  }
})
