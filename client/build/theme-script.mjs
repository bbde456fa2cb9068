import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../theme-before-paint.js', import.meta.url))
const name = 'theme.js'

/**
 * Adds the script that sets the theme before the first paint to the head of the page. It is a separate file because the
 * content security policy forbids inline scripts.
 * @returns {import('vite').Plugin}
 */
export function themeScript() {
  let isBuild = false
  return {
    name: 'facet:theme-script',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    buildStart() {
      if (isBuild) this.emitFile({ type: 'asset', name, source: readFileSync(file, 'utf8') })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const built = Object.values(bundle ?? {}).find((each) => each.type === 'asset' && each.names.includes(name))
        const src = built === undefined ? '/theme-before-paint.js' : `./${built.fileName}`
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }]
      },
    },
  }
}
