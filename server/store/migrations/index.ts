import { up as metadata } from './001-metadata.ts'
import { up as rowRules } from './002-row-rules.ts'
import { up as annotations } from './003-annotations.ts'
import { up as queryLog } from './004-query-log.ts'
import { up as dashboardGrants } from './005-dashboard-grants.ts'
import { up as sessions } from './006-sessions.ts'
import { up as keyValuePeople } from './007-key-value-people.ts'
import { up as searchedColumns } from './008-searched-columns.ts'
import { up as versions } from './009-versions.ts'
import { up as unknownKeys } from './010-unknown-keys.ts'
import { up as savedQueries } from './011-saved-queries.ts'
import { up as dynamicPlugins } from './012-dynamic-plugins.ts'
import { up as cssTemplates } from './013-css-templates.ts'
import { up as bin } from './014-bin.ts'
import { up as revisions } from './015-revisions.ts'
import { up as queries } from './016-queries.ts'
import { up as tags } from './017-tags.ts'
import { up as toldEvents } from './018-told-events.ts'
import { up as homes } from './019-homes.ts'
import { up as logicalTypes } from './020-logical-types.ts'
import { up as draftReaders } from './021-draft-readers.ts'
import { up as sqlEditor } from './022-sql-editor.ts'
import { up as tabSource } from './023-tab-source.ts'
import { up as createdTables } from './024-created-tables.ts'
import { up as datasetFolders } from './025-dataset-folders.ts'
import { up as userGroups } from './026-user-groups.ts'
import { up as apiTokens } from './027-api-tokens.ts'
import { up as grants } from './028-grants.ts'
import { up as guestsAndAttributes } from './030-guests-and-attributes.ts'
import { up as columnMasks } from './031-column-masks.ts'
import { up as externalIdentities } from './032-external-identities.ts'
import { up as secondFactors } from './033-second-factors.ts'
import { up as folders } from './034-folders.ts'
import { up as eventAddress } from './035-event-address.ts'
import { up as sshTunnels } from './036-ssh-tunnels.ts'
import { up as scim } from './038-scim.ts'
import { up as viewAs } from './039-view-as.ts'
import { up as temporaryDatasets } from './040-temporary-datasets.ts'
import { up as quotas } from './041-quotas.ts'
import { up as tokenRoles } from './043-token-roles.ts'
import { up as serviceAccounts } from './044-service-accounts.ts'
import { up as flagDefaults } from './045-flag-defaults.ts'
import { up as userLocale } from './046-user-locale.ts'
import { up as earlyPermissions } from './047-early-permissions.ts'
import type { AnyDatabase, Engine } from './schema.ts'

interface Migration {
  up(db: AnyDatabase, engine: Engine): Promise<void>
}

/** The trail, in the order of names; what has been released is never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-metadata': { up: metadata },
  '002-row-rules': { up: rowRules },
  '003-annotations': { up: annotations },
  '004-query-log': { up: queryLog },
  '005-dashboard-grants': { up: dashboardGrants },
  '006-sessions': { up: sessions },
  '007-key-value-people': { up: keyValuePeople },
  '008-searched-columns': { up: searchedColumns },
  '009-versions': { up: versions },
  '010-unknown-keys': { up: unknownKeys },
  '011-saved-queries': { up: savedQueries },
  '012-dynamic-plugins': { up: dynamicPlugins },
  '013-css-templates': { up: cssTemplates },
  '014-bin': { up: bin },
  '015-revisions': { up: revisions },
  '016-queries': { up: queries },
  '017-tags': { up: tags },
  '018-told-events': { up: toldEvents },
  '019-homes': { up: homes },
  '020-logical-types': { up: logicalTypes },
  '021-draft-readers': { up: draftReaders },
  '022-sql-editor': { up: sqlEditor },
  '023-tab-source': { up: tabSource },
  '024-created-tables': { up: createdTables },
  '025-dataset-folders': { up: datasetFolders },
  '026-user-groups': { up: userGroups },
  '027-api-tokens': { up: apiTokens },
  '028-grants': { up: grants },
  '030-guests-and-attributes': { up: guestsAndAttributes },
  '031-column-masks': { up: columnMasks },
  '032-external-identities': { up: externalIdentities },
  '033-second-factors': { up: secondFactors },
  '034-folders': { up: folders },
  '035-event-address': { up: eventAddress },
  '036-ssh-tunnels': { up: sshTunnels },
  '038-scim': { up: scim },
  '039-view-as': { up: viewAs },
  '040-temporary-datasets': { up: temporaryDatasets },
  '041-quotas': { up: quotas },
  '043-token-roles': { up: tokenRoles },
  '044-service-accounts': { up: serviceAccounts },
  '045-flag-defaults': { up: flagDefaults },
  '046-user-locale': { up: userLocale },
  '047-early-permissions': { up: earlyPermissions },
}
