type Urgency = 'polite' | 'assertive'

const regions = new Map<Urgency, HTMLElement>()

function region(urgency: Urgency): HTMLElement {
  const cached = regions.get(urgency)
  if (cached?.isConnected) return cached
  const liveRegion = document.createElement('div')
  liveRegion.setAttribute('aria-live', urgency)
  liveRegion.setAttribute('role', urgency === 'polite' ? 'status' : 'alert')
  // Keeps it accessible while a modal dialog hides the rest of the page.
  liveRegion.dataset.reactAriaTopLayer = 'true'
  liveRegion.style.cssText =
    'position:fixed;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap'
  document.body.append(liveRegion)
  regions.set(urgency, liveRegion)
  return liveRegion
}

/** Announces an event to screen readers; nothing is visible. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  const liveRegion = region(urgency)
  liveRegion.textContent = ''
  // Some screen readers ignore a text that is inserted together with its live region.
  setTimeout(() => {
    liveRegion.textContent = text
  }, 50)
}
