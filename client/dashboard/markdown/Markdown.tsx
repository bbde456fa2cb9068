import ReactMarkdown from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import styles from './Markdown.module.css'
import { textImages } from '#charts/TextImage.tsx'
import { lazyView } from '#client/shell/lazy-view.tsx'

/** The HTML parser loads only with texts that may contain HTML. */
const HTML = /<[a-z!/?]/i

function Plain({ code }: { readonly code: string }) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]} components={textImages} skipHtml>
      {code}
    </ReactMarkdown>
  )
}

/** The text without its HTML, until the HTML parser is loaded. */
function Pending({ code }: { readonly code: string }) {
  return (
    <>
      <Plain code={code} />
      <span hidden data-pending />
    </>
  )
}

const MarkdownHtml = lazyView(() => import('./MarkdownHtml.tsx').then((module) => module.MarkdownHtml), Pending)

/**
 * A text element of a dashboard: Markdown with safe HTML, which runs no scripts, loads nothing, has no forms and stays
 * inside its box.
 */
export function Markdown({ code }: { readonly code: string }) {
  return <div className={styles['text']}>{HTML.test(code) ? <MarkdownHtml code={code} /> : <Plain code={code} />}</div>
}
