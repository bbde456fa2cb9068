import { useEffect, useState } from 'react'

/**
 * Handles files dropped anywhere on the page, unless another element handles them. Returns whether files are over the
 * page.
 */
export function usePageDrop(isOn: boolean, onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent) => {
      if (event.defaultPrevented || !holdsFiles(event)) return setOver(false)
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (event.defaultPrevented || files.length === 0) return
      event.preventDefault()
      onFiles(files)
    }
    const end = new AbortController()
    document.addEventListener('dragover', over, { signal: end.signal })
    document.addEventListener('dragleave', leave, { signal: end.signal })
    document.addEventListener('drop', drop, { signal: end.signal })
    return () => end.abort()
  }, [isOn, onFiles])
  return isOver
}
