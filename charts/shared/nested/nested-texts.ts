import type { Mark } from '#charts/shared/echarts/mark.ts'
import { tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { numberFormatter } from '#core/format/number.ts'
import { joinedNotes, invalidPartsNote } from '#charts/shared/invalid-part-count.ts'
import { t } from '#core/text/t.ts'
import { type Branch, flattenBranches, MAX_NODES, type Nested, type BranchPath } from './nested.ts'

/** Returns the path of a part, outermost level first. */
const pathText = ({ branch, ancestors }: BranchPath): string =>
  [...ancestors, branch].map(({ name }) => name).join(' › ')

const percent = numberFormatter('.3p')

/** Returns the shares of a part in its parent and in the total, if these are sums of their parts. */
function sharesOf({ branch, ancestors }: BranchPath, { branches }: Nested): { text: string; of: string }[] {
  const all = branches.reduce((sum, { size }) => sum + size, 0)
  const parent = ancestors.at(-1)
  const share = (total: number) => percent(total > 0 ? branch.size / total : 0)
  return [
    ...(parent ? [{ of: parent.name, text: share(parent.size) }] : []),
    { of: t('all that is drawn'), text: share(all) },
  ]
}

/** Returns the tooltip of a part. */
export function partTooltip(
  branchPath: BranchPath,
  tree: Nested,
  { color, metric, format, more = [] }: { color: string; metric: string; format: string; more?: readonly Row[] },
): string {
  const rows = [
    { color, name: metric, text: numberFormatter(format)(branchPath.branch.value) },
    ...more.map((row) => ({ ...row, color: 'transparent' })),
    ...sharesOf(branchPath, tree).map(({ of, text }) => ({ color: 'transparent', name: t('of %s', of), text })),
  ]
  return tooltipHtml(pathText(branchPath), rows)
}

interface Row {
  readonly name: string
  readonly text: string
}

/** Returns the parts as marks for keyboard navigation. */
export function nestedMarks(tree: Nested, seriesId: string, format: string): Mark[] {
  const write = numberFormatter(format)
  return flattenBranches(tree.branches).map((branchPath, index) => ({
    seriesId,
    seriesIndex: 0,
    // Index 0 is the root.
    dataIndex: index + 1,
    selection: branchPath.branch.selection,
    text: () =>
      [
        `${pathText(branchPath)}: ${write(branchPath.branch.value)}`,
        ...sharesOf(branchPath, tree).map(({ of, text }) => t('%s of %s', text, of)),
      ].join(', '),
  }))
}

/** Returns the number of parts, and the largest outermost ones. */
export function nestedSummary({ branches }: Nested, metric: string, format: string): string {
  if (branches.length === 0) return t('Chart without values')
  const write = numberFormatter(format)
  const largest = branches.toSorted((a, b) => b.size - a.size).slice(0, 5)
  const text = ({ name, value }: Branch) => `${name} ${write(value)}`
  return t('%s in %s parts. Largest: %s', metric, flattenBranches(branches).length, largest.map(text).join(', '))
}

/** Returns the note about parts that are not drawn. */
export function nestedNote(tree: Nested): string {
  const text = 'At most %s parts are drawn, the largest first; %s smaller ones are not'
  return joinedNotes(tree.left > 0 ? t(text, MAX_NODES, tree.left) : '', invalidPartsNote(tree))
}
