/**
 * Preloads the entry of the client while the browser paints, and lists in the page the files that each client page
 * needs; the server preloads those of the requested page. A page with nothing to paint first starts directly from the
 * file named `start`.
 * @returns {import('vite').Plugin}
 */
export function pageFiles() {
  return {
    name: 'facet:page-files',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? [each] : []))
        /** @param {import('vite').Rollup.OutputChunk} chunk */
        const filesOf = (chunk) => {
          const files = new Set([chunk.fileName])
          for (const file of files) {
            const found = bundle[file]
            if (found?.type !== 'chunk') continue
            for (const each of [...found.imports, ...(found.viteMetadata?.importedCss ?? [])]) files.add(each)
          }
          return [...files].filter((file) => !html.includes(file))
        }
        const main = chunks.find(({ moduleIds }) => moduleIds.some((id) => /[\\/]client[\\/]main\.tsx$/.test(id)))
        const started = main ? filesOf(main) : []
        const ahead = started.map((file) => {
          const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
          return `<link ${kind} crossorigin href="./${file}">`
        })
        const named = chunks.flatMap((chunk) => {
          const page = /[\\/]client[\\/]pages[\\/](\w+)\.tsx$/.exec(chunk.facadeModuleId ?? '')?.[1]
          if (page === undefined || !chunk.isDynamicEntry) return []
          const files = filesOf(chunk).filter((file) => !started.includes(file))
          return [`<!-- files of ${page}: ${files.join(' ')} -->`]
        })
        const start = main ? [`<!-- start: ${main.fileName} -->`] : []
        return html.replace('</head>', () => `${[...ahead, ...start, ...named].join('\n')}\n</head>`)
      },
    },
  }
}
