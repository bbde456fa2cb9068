import { type AttackCase, test } from './attack-cases.ts'

/** Every finding of the third review. A finding with several parts has several rows. */
export const thirdReviewCases: readonly AttackCase[] = [
  test(
    'R1',
    'Conditions of a guest token read tables and masked columns that its creator may not read',
    'server/resources/security/guest-restrictions.test',
    'compare columns with values, unless the creator may read the whole database',
  ),
  test(
    'R1',
    'Conditions of a guest token read tables and masked columns that its creator may not read',
    'server/resources/security/guest-restrictions.test',
    'rejects columns that are masked for the creator or the guest',
  ),
  test(
    'R2',
    'A permission on a schema opens another database that gets the name of its database',
    'server/resources/security_grant/database-names.test',
    'a grant on a schema by a %s stays with its database, whatever name that and others get',
  ),
  test(
    'R2',
    'A permission on a schema opens another database that gets the name of its database',
    'server/resources/security_grant/database-names.test',
    'a grant on a schema of a deleted database by a %s opens no new database of its name, and returns with it',
  ),
  test(
    'R3',
    'A copied or imported dashboard shows guests values of a dataset that its owner may not read',
    'server/resources/dashboard/embedded.test',
    'filters on datasets that their writer may not read are rejected when a dashboard is saved',
  ),
  test(
    'R3',
    'A copied or imported dashboard shows guests values of a dataset that its owner may not read',
    'server/transfer/rights.test',
    'imports no native filter on a dataset that the importer may not read',
  ),
  test(
    'R4',
    'A column that is renamed with its dataset loses its mask',
    'server/resources/dataset/refresh.test',
    'masks the column under its new name too',
  ),
  test(
    'R5',
    'A CSRF token of one session writes in another',
    'server/http/sign-in.test',
    'write only in the session that they were created for, and for a week',
  ),
  test(
    'R6',
    'A user with the level edit shares a dashboard by its roles',
    'server/resources/security_grant/grants.test',
    'lets its users edit with the level edit, but not become owners or share',
  ),
  test(
    'R7',
    'A bundle with a saved query reveals the name of a hidden database to searches',
    'server/transfer/rights.test',
    'a saved query of a bundle is not imported on a database that the importer may not see',
  ),
  test(
    'R8',
    'A body sets the identity, the author or the times of an entity',
    'server/resources/sent-fields.test',
    'ignores the identity, author and times of a body when a %s is saved',
  ),
  test(
    'R9',
    'Getting or creating the dataset of a table reveals that a hidden dataset exists',
    'server/resources/unseen.test',
    'a dataset of a table is not distinguished from no dataset without permission',
  ),
  test(
    'R10',
    'A guest reads the SQL of datasets and row rules in the response with the rows',
    'server/resources/dashboard/embedded.test',
    'returns the rows of its rules only, without SQL, cached and not, for each token',
  ),
  test(
    'R11',
    'A database connection reaches a cloud metadata service at an address that is not link-local',
    'server/engines/link-local.test',
    'a socket of a database does not connect to the cloud metadata service at %s',
  ),
]
