import { t } from '#core/text/t.ts'
import { copyText } from '#ui/display/clipboard.ts'
import { toast } from '#ui/overlay/toast.ts'

/** Reports that the browser denied access to the clipboard. */
export function reportCopyFailure(): void {
  toast.show({ text: t('Sorry, your browser does not support copying.'), tone: 'danger' })
}

/** Creates a link, copies it to the clipboard and reports the outcome. */
export async function copyLink(make: () => Promise<{ readonly url: string }>): Promise<void> {
  let link: string
  try {
    link = new URL((await make()).url, window.location.href).href
  } catch (error) {
    toast.show({ text: error instanceof Error ? error.message : String(error), tone: 'danger' })
    return
  }
  try {
    await copyText(link)
    toast.show({ text: t('Link Copied!'), tone: 'good' })
  } catch {
    reportCopyFailure()
  }
}
