import { useEffect } from 'react'

/** What the window and its entry in the history are called; undefined leaves it to others. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Facet`
  }, [title])
}
