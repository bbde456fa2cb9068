/** Whether a file's name or media type is among those accepted: `.csv`, `image/png` or `image/*`; all when none is named. */
export function isAccepted(name: string, type: string, accept: readonly string[] | undefined): boolean {
  if (accept === undefined || accept.length === 0) return true
  const lowerName = name.toLowerCase()
  const lowerType = type.toLowerCase()
  return accept.some((each) => {
    const wanted = each.trim().toLowerCase()
    if (wanted.startsWith('.')) return lowerName.endsWith(wanted)
    if (wanted.endsWith('/*')) return lowerType.startsWith(wanted.slice(0, -1))
    return lowerType === wanted
  })
}
