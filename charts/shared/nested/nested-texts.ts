import type { Mark } from '#charts/shared/echarts/mark.ts'
import { tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { numberFormatter } from '#core/format/number.ts'
import { joinedNotes, valuelessNote } from '#charts/shared/valueless.ts'
import { t } from '#core/text/t.ts'
import { type Branch, inOrder, MAX_NODES, type Nested, type Placed } from './nested.ts'

/** Where a part lies, from the outside in. */
const pathText = ({ branch, around }: Placed): string => [...around, branch].map(({ name }) => name).join(' › ')

const percent = numberFormatter('.3p')

/** The shares a part has in what is around it and in all, where these are sums of their parts. */
function sharesOf({ branch, around }: Placed, { branches }: Nested): { text: string; of: string }[] {
  const all = branches.reduce((sum, { size }) => sum + size, 0)
  const parent = around.at(-1)
  const share = (whole: number) => percent(whole > 0 ? branch.size / whole : 0)
  return [
    ...(parent ? [{ of: parent.name, text: share(parent.size) }] : []),
    { of: t('all that is drawn'), text: share(all) },
  ]
}

/** What a tooltip says of a part. */
export function partTip(
  placed: Placed,
  tree: Nested,
  { color, metric, format, more = [] }: { color: string; metric: string; format: string; more?: readonly Row[] },
): string {
  const rows = [
    { color, name: metric, text: numberFormatter(format)(placed.branch.value) },
    ...more.map((row) => ({ ...row, color: 'transparent' })),
    ...sharesOf(placed, tree).map(({ of, text }) => ({ color: 'transparent', name: t('of %s', of), text })),
  ]
  return tooltipHtml(pathText(placed), rows)
}

interface Row {
  readonly name: string
  readonly text: string
}

/** Parts as they are reached by keys. */
export function nestedMarks(tree: Nested, seriesId: string, format: string): Mark[] {
  const write = numberFormatter(format)
  return inOrder(tree.branches).map((placed, at) => ({
    seriesId,
    seriesIndex: 0,
    // The first of all is the picture itself.
    dataIndex: at + 1,
    pick: placed.branch.pick,
    text: () =>
      [
        `${pathText(placed)}: ${write(placed.branch.value)}`,
        ...sharesOf(placed, tree).map(({ of, text }) => t('%s of %s', text, of)),
      ].join(', '),
  }))
}

/** How many parts there are, and the largest of the outermost. */
export function nestedSummary({ branches }: Nested, metric: string, format: string): string {
  if (branches.length === 0) return t('Chart without values')
  const write = numberFormatter(format)
  const largest = branches.toSorted((a, b) => b.size - a.size).slice(0, 5)
  const text = ({ name, value }: Branch) => `${name} ${write(value)}`
  return t('%s in %s parts. Largest: %s', metric, inOrder(branches).length, largest.map(text).join(', '))
}

/** What is said under a picture that does not hold all. */
export function nestedNote(tree: Nested): string {
  const text = 'At most %s parts are drawn, the largest first; %s smaller ones are not'
  return joinedNotes(tree.left > 0 ? t(text, MAX_NODES, tree.left) : '', valuelessNote(tree))
}
