import { localNumber } from '#core/format/locale.ts'
import { markdownText, clipboardText } from '#client/chart/result-rows.ts'
import { reportCopyFailure } from '#client/shell/copy-link.ts'
import type { Table } from '#core/table/table.ts'
import { t, tn } from '#core/text/t.ts'
import { copyText } from '#ui/display/clipboard.ts'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { toast } from '#ui/overlay/toast.ts'

const asNamed = (name: string) => name

/** Copies rows of a table as tab-separated values or as a Markdown table, and reports how many. */
function copyRows(table: Table, rows: readonly number[], format: 'tsv' | 'markdown'): void {
  const write = format === 'tsv' ? clipboardText : markdownText
  copyText(write(table, rows, asNamed)).then(
    () => toast.show({ text: tn('%s row copied', '%s rows copied', rows.length, localNumber.format(rows.length)) }),
    reportCopyFailure,
  )
}

/** Returns the menu items that copy rows, one per format. */
export function copyItems(table: Table, rows: readonly number[]): readonly MenuEntry[] {
  return [
    { id: 'tsv', label: t('As TSV'), icon: 'rows', onAction: () => copyRows(table, rows, 'tsv') },
    { id: 'markdown', label: t('As Markdown'), icon: 'code', onAction: () => copyRows(table, rows, 'markdown') },
  ]
}
