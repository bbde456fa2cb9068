/** Copies text to the clipboard. Without permission, as on pages without HTTPS, uses a hidden text field. */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext && navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text)
    return
  }
  const focusedElement = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.cssText = 'position:fixed;left:-100vw;top:0'
  const container = focusedElement?.closest('[role=dialog], [role=alertdialog]') ?? document.body
  container.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  if (focusedElement instanceof HTMLElement) focusedElement.focus()
  if (!isDone) throw new Error('The clipboard refused the text')
}
