import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'

/** Returns a `mailto:` URL with the title and link of an entity. */
function mailAddress(title: string, link: string): string {
  const params = { subject: title, body: t('Have a look: %s', link) }
  const encodedParams = Object.entries(params).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `mailto:?${encodedParams.join('&')}`
}

/** Creates a link and opens an email with it. */
export async function mailLink(title: string, make: () => Promise<{ readonly url: string }>): Promise<void> {
  try {
    const link = new URL((await make()).url, window.location.href).href
    window.location.href = mailAddress(title, link)
  } catch (error) {
    toast.show({ text: error instanceof Error ? error.message : String(error), tone: 'danger' })
  }
}
