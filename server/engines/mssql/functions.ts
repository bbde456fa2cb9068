import type { Call, CallClassification, NamedTable } from '../engine.ts'
import { plainFunctionNames, createMatcher, splitNames } from '../function-names.ts'

/**
 * The functions that users' SQL may call, by category. Every function here computes its result from its arguments, the
 * clock or randomness.
 */
const allowedFunctionNames = splitNames(
  // Numbers.
  `abs acos asin atan atn2 ceiling cos cot degrees exp floor log log10 pi power radians rand round sign sin sqrt square
   tan bit_count left_shift right_shift get_bit set_bit greatest least`,
  // Texts and bytes.
  `ascii char charindex concat concat_ws datalength difference format left len lower ltrim nchar patindex quotename
   replace replicate reverse right rtrim soundex space str stuff substring translate trim unicode upper hashbytes
   checksum binary_checksum newid string_escape`,
  // Times.
  `current_timestamp date_bucket dateadd datediff datediff_big datefromparts datename datepart datetime2fromparts
   datetimefromparts datetimeoffsetfromparts datetrunc day eomonth getdate getutcdate isdate month
   smalldatetimefromparts switchoffset sysdatetime sysdatetimeoffset sysutcdatetime timefromparts todatetimeoffset year`,
  // Conditions and casts by name.
  `cast choose coalesce convert iif isnull isnumeric nullif parse try_cast try_convert try_parse`,
  // JSON.
  `isjson json_array json_modify json_object json_path_exists json_query json_value`,
  // Aggregates and windows.
  `approx_count_distinct avg checksum_agg count count_big grouping grouping_id max min stdev stdevp string_agg sum var
   varp cume_dist dense_rank first_value lag last_value lead ntile percent_rank percentile_cont percentile_disc rank
   row_number`,
)

/** Denied functions, with the reason above each group. `*` matches any characters. */
const deniedFunctions = splitNames(
  // They read other servers and files.
  `openrowset openquery opendatasource openxml xp_* sp_* fn_*`,
  // The session, the user and the server.
  `app_name connectionproperty context_info current_request_id current_transaction_id current_user database_principal_id
   db_id db_name error_* file_* filegroup* fulltext* get_filestream_transaction_context has_dbaccess has_perms_by_name
   host_id host_name ident_* indexkey_property index_col indexproperty is_member is_rolemember is_srvrolemember loginproperty
   object_* objectproperty* original_db_name original_login parsename permissions pwdcompare pwdencrypt rowcount_big
   schema_id schema_name scope_identity serverproperty session_context session_user sessionproperty stats_date suser_*
   system_user type_id type_name typeproperty user user_id user_name xact_state col_length col_name columnproperty
   databasepropertyex assemblyproperty applock_* min_active_rowversion newsequentialid`,
  // Keys and certificates.
  `encryptby* decryptby* signby* verifysignedby* key_* cert* symkeyproperty asymkey* is_objectsigned crypt_gen_random`,
  // Triggers and change tracking.
  `columns_updated eventdata trigger_nestlevel change_tracking_* cursor_status`,
)

const TYPES = splitNames(
  `bit tinyint smallint int integer bigint decimal dec numeric money smallmoney float double doubleprecision real char
   character varchar charvarying charactervarying nchar nvarchar text ntext date datetime datetime2 smalldatetime
   datetimeoffset time timestamp binary varbinary uniqueidentifier xml sql_variant custom`,
)

/** Databases of the server. */
export const SYSTEM_DATABASES: ReadonlySet<string> = new Set(['master', 'model', 'msdb', 'resource', 'tempdb'])
/** Schemas of the server in each database. */
const SYSTEM_SCHEMAS = new Set(['information_schema', 'sys', 'guest'])
/** Views of the server that are found without a schema, as in version 7. */
const SYSTEM_VIEWS = splitNames(
  `sysaltfiles syscacheobjects syscharsets syscolumns syscomments sysconfigures sysconstraints syscurconfigs
   syscursorcolumns syscursorrefs syscursors syscursortables sysdatabases sysdepends sysdevices sysfilegroups sysfiles
   sysforeignkeys sysfulltextcatalogs sysindexes sysindexkeys syslanguages syslockinfo syslogins sysmembers sysmessages
   sysobjects sysoledbusers sysopentapes sysperfinfo syspermissions sysprocesses sysprotects sysreferences
   sysremotelogins sysservers systypes sysusers`,
)

const isRefused = createMatcher(deniedFunctions)

/** See `Dialect.functionNames`. */
export const functionNames = plainFunctionNames(allowedFunctionNames)

/** See `Dialect.classifyCall`. Functions with a schema are stored in the database, or are methods of a value. */
export function classifyCall({ kind, schema, name }: Call): CallClassification {
  if (kind === 'operator') return 'allowed'
  if (kind === 'type') return TYPES.has(name) ? 'allowed' : 'unknown'
  if (schema !== null) return 'unknown'
  if (kind === 'from' || isRefused(name)) return 'refused'
  return kind === 'function' && allowedFunctionNames.has(name) ? 'allowed' : 'unknown'
}

/**
 * See `Dialect.isCatalogue`. A name that begins with `sp_` may be an object of `master`, and one that begins with `#` is
 * a temporary table.
 */
export function isCatalogue({ schema, name }: NamedTable): boolean {
  if (schema !== null && SYSTEM_SCHEMAS.has(schema)) return true
  return SYSTEM_VIEWS.has(name) || /^(?:#|sp_)/.test(name)
}
