import ReactMarkdown from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import styles from './Markdown.module.css'

/** Text of a dashboard: Markdown, with any HTML in it left out. */
export function Markdown({ code }: { readonly code: string }) {
  return (
    <div className={styles['text']}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]} skipHtml>
        {code}
      </ReactMarkdown>
    </div>
  )
}
