/** Letters that file systems refuse in names. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]/gu

/** The name of a file for a title: what cannot stand in file names becomes `_`. */
export function fileName(title: string, ending: string): string {
  const name = title.trim().replaceAll(FORBIDDEN, '_').slice(0, 120)
  return `${name || 'chart'}.${ending}`
}

/** Hands a file to the browser to be saved. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
