import { expect, it } from 'vitest'
import type { PermissionPair } from '#core/entity/role.ts'
import { permissionGroup, permissionText } from './permission-text.ts'

it.each<readonly [PermissionPair, string, string]>([
  [['can_csv', 'Superset'], 'Export charts as CSV', 'The application'],
  [['can_read', 'Chart'], 'Read charts', 'Charts'],
  [['can_write', 'Dashboard'], 'Create, change and delete dashboards', 'Dashboards'],
  [['menu_access', 'Plugins'], 'See the menu entry of Plugins', 'Menu'],
  [['datasource_access', '[a].[b](id:1)'], 'Read dataset [a].[b](id:1)', 'Data'],
  [['can_save_dash', 'Superset'], 'Save dashboards (older calls)', 'The application'],
  [['can_read', 'Folder'], 'Read folders', 'Folders'],
  [['can_this_form_post', 'CsvToDatabaseView'], 'Upload CSV files by the form of Superset', 'Uploads'],
  [['can_fly', 'Chart'], 'Fly (charts)', 'Charts'],
  [['can_fly', 'Kite'], 'Fly (Kite)', 'Kite'],
])('the text of %j is "%s" in the group "%s"', (pair, text, group) => {
  expect([permissionText(pair), permissionGroup(pair)]).toEqual([text, group])
})
