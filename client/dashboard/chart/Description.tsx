import { lazy, Suspense } from 'react'
import styles from './ChartHolder.module.css'

const Markdown = lazy(() => import('../markdown/Markdown.tsx').then((module) => ({ default: module.Markdown })))

/** The full description of a chart. */
export function Description({ text }: { readonly text: string }) {
  return (
    <div className={styles['description']}>
      <Suspense fallback={null}>
        <Markdown code={text} />
      </Suspense>
    </div>
  )
}
