import { lazy, Suspense } from 'react'
import ReactMarkdown from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import styles from './Markdown.module.css'
import { textImages } from '#charts/TextImage.tsx'

const MarkdownHtml = lazy(() => import('./MarkdownHtml.tsx').then((module) => ({ default: module.MarkdownHtml })))

/** What reads HTML is fetched only with texts that may have some. */
const HTML = /<[a-z!/?]/i

function Plain({ code }: { readonly code: string }) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]} components={textImages} skipHtml>
      {code}
    </ReactMarkdown>
  )
}

/** Text of a dashboard: Markdown, and of the HTML in it what neither runs, fetches, asks nor leaves its place. */
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
