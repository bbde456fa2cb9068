import type { Call, CallClassification, NamedTable } from '../engine.ts'
import { plainFunctionNames, createMatcher, splitNames } from '../function-names.ts'

/**
 * The functions that users' SQL may call, by category. Every function here computes its result from its arguments, the
 * clock or randomness.
 */
const allowedFunctionNames = splitNames(
  // Numbers.
  `abs acos asin atan atan2 ceil ceiling conv cos cot crc32 degrees exp floor format greatest least ln log
   log10 log2 mod oct pi pow power radians rand round sign sin sqrt tan truncate bit_count`,
  // Texts.
  `ascii bin bit_length char char_length character_length chr concat concat_ws elt export_set field find_in_set from_base64 hex
   insert instr lcase left length locate lower lpad ltrim make_set mid natural_sort_key octet_length ord position
   quote regexp_instr regexp_like regexp_replace regexp_substr repeat replace reverse right rpad rtrim soundex space
   strcmp substr substring substring_index to_base64 to_char trim ucase unhex upper weight_string md5 sha sha1 sha2 uuid`,
  // Times.
  `adddate addtime convert_tz curdate current_date current_time current_timestamp curtime date date_add date_format
   date_sub datediff day dayname dayofmonth dayofweek dayofyear extract from_days from_unixtime get_format hour
   last_day localtime localtimestamp makedate maketime microsecond minute month monthname now period_add period_diff
   quarter sec_to_time second str_to_date subdate subtime sysdate time time_format time_to_sec timediff timestamp
   timestampadd timestampdiff to_days to_seconds unix_timestamp utc_date utc_time utc_timestamp week weekday weekofyear
   year yearweek`,
  // Conditions and casts by name.
  `coalesce if ifnull nullif nvl nvl2 interval isnull cast convert binary row any_value inet_aton inet_ntoa inet6_aton
   inet6_ntoa is_ipv4 is_ipv6 is_uuid uuid_to_bin bin_to_uuid values`,
  // JSON.
  `json_array json_array_append json_array_insert json_compact json_contains json_contains_path json_depth json_detailed
   json_equals json_exists json_extract json_insert json_keys json_length json_loose json_merge_patch
   json_merge_preserve json_normalize json_object json_overlaps json_pretty json_query json_quote json_remove
   json_replace json_search json_set json_type json_unquote json_valid json_value`,
  // Shapes.
  `st_area st_asgeojson st_astext st_aswkt st_centroid st_contains st_distance st_distance_sphere st_geomfromtext
   st_intersects st_latitude st_length st_longitude st_pointfromtext st_srid st_within st_x st_y point`,
  // Aggregates and windows.
  `avg bit_and bit_or bit_xor count group_concat json_arrayagg json_objectagg max median min std stddev stddev_pop
   stddev_samp sum var_pop var_samp variance cume_dist dense_rank first_value lag last_value lead nth_value ntile
   percent_rank percentile_cont percentile_disc rank row_number grouping`,
)

/** Denied functions, with the reason above each group. `*` matches any characters. */
const deniedFunctions = splitNames(
  // They read files of the server.
  `load_file`,
  // They wait, or burn processor time.
  `sleep benchmark master_pos_wait master_gtid_wait source_pos_wait wait_for_executed_gtid_set
   wait_until_sql_thread_after_gtids`,
  // Locks that other sessions see.
  `get_lock is_free_lock is_used_lock release_lock release_all_locks service_get_* service_release_*`,
  // The session, the user and the server.
  `connection_id current_role current_user database schema session_user system_user user version row_count found_rows
   last_insert_id charset coercibility collation icu_version ps_* format_pico_time uuid_short`,
  // Settings, keys, replication and plug-ins.
  `keyring_* asynchronous_connection_* group_replication_* gtid_* audit_log_* firewall_* mysql_firewall_* version_tokens_*
   des_encrypt des_decrypt aes_encrypt aes_decrypt encrypt password old_password encode decode statement_digest*
   name_const nextval lastval setval can_access_* internal_* get_dd_* wsrep_* binlog_gtid_pos decode_histogram spider_*
   sys_exec sys_eval`,
)

const TYPES = splitNames(
  `binary char character varchar nchar date datetime time timestamp decimal dec numeric double doubleprecision float real
   signed signedinteger unsigned unsignedinteger integer int bigint smallint tinyint mediumint json year boolean bool`,
)

/** Schemas of the server. */
export const SYSTEM_SCHEMAS: readonly string[] = ['information_schema', 'mysql', 'performance_schema', 'sys']

const isRefused = createMatcher(deniedFunctions)

/** See `Dialect.functionNames`. */
export const functionNames = plainFunctionNames(allowedFunctionNames)

/** See `Dialect.classifyCall`. Functions with a schema are stored in the database. */
export function classifyCall({ kind, schema, name }: Call): CallClassification {
  // `x := 1` sets a variable.
  if (kind === 'operator') return name === 'Assignment' ? 'refused' : 'allowed'
  if (kind === 'type') return TYPES.has(name) ? 'allowed' : 'unknown'
  if (schema !== null) return 'unknown'
  if (isRefused(name)) return 'refused'
  return kind === 'function' && allowedFunctionNames.has(name) ? 'allowed' : 'unknown'
}

/** See `Dialect.isCatalogue`. */
export function isCatalogue({ schema }: NamedTable): boolean {
  return schema !== null && SYSTEM_SCHEMAS.includes(schema)
}
