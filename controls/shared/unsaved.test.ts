import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url).pathname

const sources = ['charts', 'client', 'controls', 'filters'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => ({ file: join(folder, name), text: readFileSync(join(ROOT, folder, name), 'utf8') })),
)
const filesWith = (part: RegExp) => sources.flatMap(({ file, text }) => (part.test(text) ? [file] : [])).toSorted()

/** Dialogs that close without confirmation, and why nothing is lost. */
const PLAIN_DIALOGS: Readonly<Record<string, string>> = {
  'client/access/ChangesDialog.tsx': 'no input',
  'client/access/ColumnMasksDialog.tsx': 'an error; its form asks',
  'client/access/CompareRolesDialog.tsx': 'two selections',
  'client/access/DeleteUserDialog.tsx': 'a selection',
  'client/access/ShareDialog.tsx': 'names to select; every other input is saved at once',
  'client/access/RoleDialog.tsx': 'while the role loads; its form asks',
  'client/access/UserAccessDialog.tsx': 'shows tokens and sessions',
  'client/access/ViewAsDialog.tsx': 'an optional reason',
  'client/session/TokenDialog.tsx': 'a name and three options',
  'client/access/SignInLinkDialog.tsx': 'shows a link; another can be created',
  'client/chart/LegacyRows.tsx': 'shows rows',
  'client/chart/QueryDialog.tsx': 'shows a query',
  'client/chart/TableDialog.tsx': 'shows rows',
  'client/dashboard/chart/DetailDialog.tsx': 'shows rows',
  'client/dashboard/edit/SaveConflict.tsx': 'asks for a decision; the changes stay',
  'client/dashboard/edit/TextDialog.tsx': 'every way out keeps the text',
  'client/dashboard/filter-config/FilterConfigDialog.tsx': 'asks by useDiscardConfirmation',
  'client/dashboard/properties/StoredDashboardPropertiesDialog.tsx': 'while the dashboard loads',
  'client/dashboard/export/DashboardExportDialog.tsx': 'options of a picture that are made in seconds',
  'client/databases/DatabaseDialog.tsx': 'while the database loads',
  'client/explore/ChangesDialog.tsx': 'shows changes',
  'client/explore/ExploreShortcuts.tsx': 'shows keys',
  'client/dataset/ChangeDatasetDialog.tsx': 'a search and a selection',
  'client/dataset/QueryPreview.tsx': 'shows a query',
  'client/dataset/ReplaceDataDialog.tsx': 'a file to select; its preview asks',
  'client/dataset/SaveButtons.tsx': 'shows an error; the changes stay',
  'client/explore/gallery/GalleryDialog.tsx': 'a search and a selection',
  'client/history/HistoryDialog.tsx': 'shows versions',
  'client/lists/MissingGrants.tsx': 'shows permissions',
  'client/lists/RoleAccessPreview.tsx': 'shows permissions',
  'client/palette/CommandPalette.tsx': 'a search',
  'client/palette/KeyboardShortcuts.tsx': 'shows keys',
  'client/properties/ConfirmLeaveModal.tsx': 'is the dialog that asks',
  'client/properties/ChartPropertiesDialog.tsx': 'while the chart loads; its form asks',
  'client/shell/EmbedDialog.tsx': 'shows code to copy',
  'client/shell/SignInDialog.tsx': 'a password',
  'client/sqllab/CellDialog.tsx': 'shows a value',
  'client/sqllab/CostDialog.tsx': 'shows costs',
  'client/sqllab/DefinitionDialog.tsx': 'shows a statement',
  'client/sqllab/SqlLabView.tsx': 'shows keys',
  'client/sqllab/PlanDialog.tsx': 'shows a plan',
  'client/sqllab/ProfileDialog.tsx': 'shows a column',
  'client/sqllab/TablePreview.tsx': 'shows rows',
  'client/upload/UploadDialog.tsx': 'asks by a dialog of its own',
  'client/upload/UploadModal.tsx': 'a file to select',
  'controls/text_area/View.tsx': 'every way out keeps the text',
}

/** Popovers outside of controls, and why nothing is lost. */
const PLAIN_POPOVERS: Readonly<Record<string, string>> = {
  'client/dashboard/chart/FilterBadge.tsx': 'shows filters',
  'client/dashboard/filter-bar/AddFilter.tsx': 'a search and a selection',
  'client/dashboard/filter-bar/FilterRow.tsx': 'every input is taken at once',
  'client/explore/source/Item.tsx': 'shows a column',
  'client/lists/MoreActions.tsx': 'a menu',
  'client/lists/home/Tour.tsx': 'shows text',
  'client/upload/UploadColumnHeader.tsx': 'every input is taken at once',
  'controls/shared/ControlPopover.tsx': 'closes on Escape, as the specification says',
}

it('every dialog and popover confirms before it discards input, or is listed with the reason it need not', () => {
  expect(filesWith(/<Modal\b/)).toEqual(Object.keys(PLAIN_DIALOGS).toSorted())
  expect(filesWith(/<Popover\b/)).toEqual(Object.keys(PLAIN_POPOVERS).toSorted())
})
