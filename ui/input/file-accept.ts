/** True if a file name or media type is accepted: `.csv`, `image/png` or `image/*`; all are if the list is absent. */
export function isAccepted(name: string, type: string, accept: readonly string[] | undefined): boolean {
  if (accept === undefined || accept.length === 0) return true
  const lowerName = name.toLowerCase()
  const lowerType = type.toLowerCase()
  return accept.some((each) => {
    const searchText = each.trim().toLowerCase()
    if (searchText.startsWith('.')) return lowerName.endsWith(searchText)
    if (searchText.endsWith('/*')) return lowerType.startsWith(searchText.slice(0, -1))
    return lowerType === searchText
  })
}
