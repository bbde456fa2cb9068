import { lazy, Suspense } from 'react'
import styles from './ChartHolder.module.css'

const Markdown = lazy(() => import('../markdown/Markdown.tsx').then((module) => ({ default: module.Markdown })))

/** What a chart says of itself, in full. */
export function Description({ text }: { readonly text: string }) {
  return (
    <div className={styles['description']}>
      <Suspense fallback={null}>
        <Markdown code={text} />
      </Suspense>
    </div>
  )
}
