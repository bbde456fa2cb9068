/** Characters that file systems forbid in names. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]/gu

/** Returns a file name for a title; forbidden characters become `_`. */
export function fileName(title: string, ending: string): string {
  const name = title.trim().replaceAll(FORBIDDEN, '_').slice(0, 120)
  return `${name || 'chart'}.${ending}`
}

/** Saves a file in the browser. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has started reading the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
