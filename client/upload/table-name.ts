/**
 * Returns a table name for a file name: lower case, letters, digits and underscores, not starting with a digit, at most
 * 60 characters.
 */
export function tableNameOf(fileName: string): string {
  const stem = fileName
    .replace(/\.(gz|zip)$/i, '')
    .replace(/\.[^.]+$/, '')
    .normalize('NFKD')
    .toLowerCase()
  const name = stem
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)
  if (name === '') return 'upload'
  return /^\p{N}/u.test(name) ? `t_${name}` : name
}

/**
 * Returns the next name after one in use: `sales_2` after `sales`, `sales_10` after `sales_9`; at most 60 characters.
 */
export function nextTableName(name: string): string {
  const match = /^(.*)_(\d{1,6})$/.exec(name)
  const [stem, number] = match ? [match[1] ?? '', Number(match[2]) + 1] : [name, 2]
  return `${stem.slice(0, 60 - `_${number}`.length)}_${number}`
}
