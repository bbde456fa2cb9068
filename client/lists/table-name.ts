/** A table name from a file name: lower case, letters, digits and underscores, not starting with a digit, at most 60. */
export function tableNameOf(fileName: string): string {
  const stem = fileName
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
