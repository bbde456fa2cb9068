type Urgency = 'polite' | 'assertive'

const regions = new Map<Urgency, HTMLElement>()

function region(urgency: Urgency): HTMLElement {
  const known = regions.get(urgency)
  if (known?.isConnected) return known
  const made = document.createElement('div')
  made.setAttribute('aria-live', urgency)
  made.setAttribute('role', urgency === 'polite' ? 'status' : 'alert')
  // keeps it spoken while a modal dialog hides the rest of the page
  made.dataset.reactAriaTopLayer = 'true'
  made.style.cssText = 'position:fixed;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap'
  document.body.append(made)
  regions.set(urgency, made)
  return made
}

/** Says a thing that happened to people who listen to the page; nothing is seen. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  const place = region(urgency)
  place.textContent = ''
  // a text put into a fresh region at once is not spoken by all readers
  setTimeout(() => {
    place.textContent = text
  }, 50)
}
