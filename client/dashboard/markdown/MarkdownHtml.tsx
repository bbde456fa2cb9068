import ReactMarkdown from 'react-markdown'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { htmlSchema, rehypeSafeStyles } from './html-rules.ts'
import { textImages } from '#charts/TextImage.tsx'

/** Markdown with HTML, parsed as a browser does and then sanitized. */
export function MarkdownHtml({ code }: { readonly code: string }) {
  return (
    <ReactMarkdown
      remarkPlugins={[remarkGfm]}
      rehypePlugins={[rehypeRaw, rehypeSafeStyles, [rehypeSanitize, htmlSchema]]}
      components={textImages}
    >
      {code}
    </ReactMarkdown>
  )
}
