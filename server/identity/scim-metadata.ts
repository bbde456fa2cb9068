import { MAX_PAGE_SIZE } from './scim-lists.ts'
import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, type ScimJson, scimLibrary, USER_SCHEMA } from './scim-schema.ts'

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const CORE = 'urn:ietf:params:scim:schemas:core:2.0'

const isSupported = (supported: boolean) => ({ supported })

/** Returns what the server supports (RFC 7643, section 5). */
export function serviceConfig(baseUrl: string): ScimJson {
  return {
    schemas: [`${CORE}:ServiceProviderConfig`],
    patch: isSupported(true),
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_PAGE_SIZE },
    changePassword: isSupported(false),
    sort: isSupported(false),
    etag: isSupported(false),
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'The token of the identity provider, from facet user scim-token',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
  }
}

/** Returns the types of resources. */
export function resourceTypes(baseUrl: string): ScimJson {
  const typeOf = (name: string, schema: string, more: object) => ({
    schemas: [`${CORE}:ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema,
    ...more,
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${name}` },
  })
  const extension = { schemaExtensions: [{ schema: ENTERPRISE_SCHEMA, required: false }] }
  return listOf([typeOf('User', USER_SCHEMA, extension), typeOf('Group', GROUP_SCHEMA, {})])
}

/** Returns the schemas of users and groups. */
export async function schemaDescriptions(baseUrl: string): Promise<ScimJson> {
  const { Schemas: schemas } = await scimLibrary()
  const all = [schemas.User, schemas.EnterpriseUser, schemas.Group]
  return listOf(all.map(({ definition }) => definition.describe(`${baseUrl}/Schemas`)))
}

function listOf(resources: readonly object[]): ScimJson {
  return {
    schemas: [LIST_SCHEMA],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}
