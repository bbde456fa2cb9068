function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable=true], [role=dialog]') !== null
}

/** Returns the action of a key outside of fields: Ctrl+Z to undo, Ctrl+Shift+Z or Ctrl+Y to redo. */
export function undoAction(event: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || isField(event.target)) return undefined
  const key = event.key.toLowerCase()
  if (key === 'y' || (key === 'z' && event.shiftKey)) return 'redo'
  return key === 'z' ? 'undo' : undefined
}
