import { lazy, Suspense } from 'react'
import ReactMarkdown from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import styles from './Markdown.module.css'
import { textImages } from '#charts/TextImage.tsx'

const MarkdownHtml = lazy(() => import('./MarkdownHtml.tsx').then((module) => ({ default: module.MarkdownHtml })))

/** The HTML parser loads only with texts that may contain HTML. */
const HTML = /<[a-z!/?]/i

function Plain({ code }: { readonly code: string }) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]} components={textImages} skipHtml>
      {code}
    </ReactMarkdown>
  )
}

/**
 * A text element of a dashboard: Markdown with safe HTML, which runs no scripts, loads nothing, has no forms and stays
 * inside its box.
 */
export function Markdown({ code }: { readonly code: string }) {
  return (
    <div className={styles['text']}>
      {HTML.test(code) ? (
        <Suspense
          fallback={
            <>
              <Plain code={code} />
              <span hidden data-pending />
            </>
          }
        >
          <MarkdownHtml code={code} />
        </Suspense>
      ) : (
        <Plain code={code} />
      )}
    </div>
  )
}
