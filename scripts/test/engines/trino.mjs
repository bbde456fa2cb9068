import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findProgram } from '../programs.mjs'

const scriptFolder = join(dirname(fileURLToPath(import.meta.url)), 'trino')
const execFileAsync = promisify(execFile)

/** The Java version that Trino 483 needs. */
const JAVA = 25
const JVM_ROOT = '/usr/lib/jvm'

/** @returns {Promise<string | undefined>} the home of a Java compiler of this version */
async function findJava() {
  const installed = existsSync(JVM_ROOT) ? readdirSync(JVM_ROOT).map((name) => join(JVM_ROOT, name)) : []
  for (const home of [process.env['JAVA_HOME'] ?? '', ...installed]) {
    const compiler = join(home, 'bin/javac')
    if (home === '' || !existsSync(compiler)) continue
    const { stdout } = await execFileAsync(compiler, ['-version']).catch(() => ({ stdout: '' }))
    if (stdout.startsWith(`javac ${JAVA}.`) || stdout.trim() === `javac ${JAVA}`) return home
  }
  return undefined
}

/**
 * Downloads the server with Maven, about 100 MB, and compiles the program that starts it. The tests start it, as one of
 * them kills it.
 * @param {string} cache
 * @returns {Promise<import('../engine-suites.mjs').EngineServer>}
 */
export async function prepareTrino(cache) {
  const java = await findJava()
  if (!java) return { missing: `Java ${JAVA} is not installed` }
  const maven = findProgram(['mvn'])
  if (!maven) return { missing: 'Maven is not installed' }
  const env = { ...process.env, JAVA_HOME: java }
  const [lib, classes, mark] = [join(cache, 'lib'), join(cache, 'classes'), join(cache, 'installed.xml')]
  const pom = readFileSync(join(scriptFolder, 'pom.xml'), 'utf8')
  try {
    if (!existsSync(mark) || readFileSync(mark, 'utf8') !== pom) {
      console.log(`Downloading Trino to ${cache} ...`)
      mkdirSync(cache, { recursive: true })
      copyFileSync(join(scriptFolder, 'pom.xml'), join(cache, 'pom.xml'))
      const args = ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${lib}`]
      await execFileAsync(maven, args, { cwd: cache, env })
      writeFileSync(mark, pom)
    }
    await execFileAsync(
      join(java, 'bin/javac'),
      ['-cp', join(lib, '*'), '-d', classes, join(scriptFolder, 'TestServer.java')],
      { env },
    )
  } catch (error) {
    const [line] = /** @type {Error} */ (error).message.split('\n', 1)
    return { missing: `Trino cannot be installed: ${line}` }
  }
  return { env: { FACET_TEST_TRINO_JAVA: join(java, 'bin/java'), FACET_TEST_TRINO_CLASSES: `${classes}:${lib}/*` } }
}
