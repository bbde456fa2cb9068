import type { Call, CallClassification, NamedTable } from '../engine.ts'
import { plainFunctionNames, createMatcher, splitNames } from '../function-names.ts'

/**
 * The functions of `pg_catalog` that users' SQL may call, by category. Every function here computes its result from its
 * arguments, the clock or randomness. A test compares both lists with the catalogue of a server: each name is in one of
 * them, or implements an operator, a type, an index or an aggregate and is denied by default.
 */
export const allowedFunctionNames = splitNames(
  // Numbers.
  `abs acos acosd acosh asin asind asinh atan atan2 atan2d atand atanh bit_count cbrt ceil ceiling cos cosd cosh cot cotd
   degrees dexp div dlog1 dlog10 dround dtrunc exp factorial floor gcd int4inc lcm ln log log10 min_scale mod
   numeric_div_trunc numeric_exp numeric_inc numeric_ln numeric_log numeric_sqrt pi pow power radians random round scale
   sign sin sind sinh sqrt tan tand tanh trim_scale trunc width_bucket num_nonnulls num_nulls`,
  // Texts.
  `ascii btrim char_length character_length chr concat concat_ws convert convert_from convert_to decode encode format
   initcap is_normalized left length like like_escape lower lpad ltrim md5 normalize notlike octet_length overlay
   parse_ident position quote_ident quote_literal quote_nullable regexp_count regexp_instr regexp_like regexp_match
   regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr repeat replace reverse right
   rpad rtrim similar_escape similar_to_escape split_part starts_with string_to_array string_to_table strpos substr
   substring text textlen to_ascii to_char to_hex to_number translate unistr upper cash_words pg_size_bytes pg_size_pretty
   pg_typeof`,
  // Bytes, bits and identifiers.
  `bit_length gen_random_uuid get_bit get_byte set_bit set_byte sha224 sha256 sha384 sha512`,
  // Times.
  `age clock_timestamp date_bin date_part date_trunc extract isfinite justify_days justify_hours justify_interval
   make_date make_interval make_time make_timestamp make_timestamptz now overlaps statement_timestamp timeofday timezone
   to_date to_timestamp transaction_timestamp`,
  // Casts by name.
  `bit bool bpchar char cidr date float4 float8 int2 int4 int8 interval money name numeric time timestamp timestamptz
   timetz varbit varchar xml`,
  // Arrays, ranges and enumerations.
  `array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions
   array_prepend array_remove array_replace array_to_string array_upper cardinality enum_first enum_last enum_range
   generate_series generate_subscripts trim_array unnest datemultirange daterange int4multirange int4range
   int8multirange int8range isempty lower_inc lower_inf multirange nummultirange numrange range_merge tsmultirange
   tsrange tstzmultirange tstzrange upper_inc upper_inf`,
  // JSON and XML.
  `array_to_json json_array_elements json_array_elements_text json_array_length json_build_array json_build_object
   json_each json_each_text json_extract_path json_extract_path_text json_object json_object_keys json_populate_record
   json_populate_recordset json_strip_nulls json_to_record json_to_recordset json_typeof jsonb_array_elements
   jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text
   jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_keys jsonb_path_exists
   jsonb_path_exists_tz jsonb_path_match jsonb_path_match_tz jsonb_path_query jsonb_path_query_array
   jsonb_path_query_array_tz jsonb_path_query_first jsonb_path_query_first_tz jsonb_path_query_tz jsonb_populate_record
   jsonb_populate_recordset jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_to_record jsonb_to_recordset
   jsonb_typeof row_to_json to_json to_jsonb xml_is_well_formed xml_is_well_formed_content xml_is_well_formed_document
   xmlcomment xmlexists xmlvalidate xpath xpath_exists`,
  // Search of texts.
  `array_to_tsvector json_to_tsvector jsonb_to_tsvector numnode phraseto_tsquery plainto_tsquery querytree setweight strip
   to_tsquery to_tsvector ts_delete ts_filter ts_headline ts_rank ts_rank_cd tsquery_phrase tsvector_to_array
   websearch_to_tsquery`,
  // Networks.
  `abbrev broadcast family host hostmask inet_merge inet_same_family macaddr macaddr8 macaddr8_set7bit masklen netmask
   network set_masklen`,
  // Shapes.
  `area bound_box box center circle diagonal diameter height isclosed ishorizontal isopen isparallel isperp isvertical
   line lseg npoints path pclose point polygon popen radius slope width`,
  // Aggregates and windows.
  `array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp every json_agg json_object_agg
   jsonb_agg jsonb_object_agg max min mode percentile_cont percentile_disc range_agg range_intersect_agg regr_avgx
   regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy stddev stddev_pop stddev_samp
   string_agg sum var_pop var_samp variance xmlagg cume_dist dense_rank first_value lag last_value lead nth_value ntile
   percent_rank rank row_number`,
)

/** Functions of later server versions. */
export const newerFunctions = splitNames(
  `any_value array_reverse array_sample array_shuffle array_sort casefold crc32 crc32c date_add date_subtract erf erfc gamma
   json_agg_strict json_array json_arrayagg json_object_agg_strict json_object_agg_unique json_object_agg_unique_strict
   jsonb_agg_strict jsonb_object_agg_strict jsonb_object_agg_unique jsonb_object_agg_unique_strict lgamma random_normal
   to_bin to_oct unicode_assigned uuid_extract_timestamp uuid_extract_version uuidv4 uuidv7 xmltext`,
)

/** Denied functions, with the reason above each group. `*` matches any characters. */
export const deniedFunctions = splitNames(
  // The server: its files, processes, settings, statistics, catalogue, locks and waiting.
  `pg_*`,
  // Settings, and the current user.
  `current_schemas current_setting row_security_active`,
  // The catalogue by number or by name.
  `aclcontains acldefault aclexplode aclinsert aclitem aclremove amvalidate obj_description oidvectortypes regclass
   regcollation regconfig regdictionary regnamespace regoper regoperator regproc regprocedure regrole regtype
   satisfies_hash_partition to_reg* enum_send ts_debug ts_token_type`,
  // Large objects, which are files.
  `lo_close lo_creat lo_create lo_export lo_from_bytea lo_get lo_import lo_lseek* lo_open lo_put lo_tell* lo_truncate*
   lo_unlink loread lowrite`,
  // They run a text as SQL, or read a table that a text names.
  `cursor_to_xml* database_to_xml* query_to_xml* schema_to_xml* table_to_xml* ts_rewrite ts_stat xpath_table crosstab*
   connectby dblink* postgres_fdw* postgresql_fdw_validator http_delete http_get http_head http_patch http_post http_put`,
  // They change or reveal the state of sequences, randomness and transactions.
  `currtid* currval mxid_age nextval setseed setval txid_status txid_snapshot_* txid_visible_in_snapshot`,
  // They repair indexes and upgrade clusters.
  `binary_upgrade_* brin_* gin_clean_pending_list suppress_redundant_updates_trigger unique_key_recheck`,
)

/** Denied functions that never have a single argument, so that `t.version` is a column. */
export const deniedCalls = splitNames(
  `col_description current_database current_query current_schema current_user format_type get_current_ts_config
   getdatabaseencoding getpgusername has_*_privilege inet_client_addr inet_client_port inet_server_addr inet_server_port
   int8_sum lastval makeaclitem nameconcatoid session_user set_config shobj_description
   system_user ts_lexize ts_parse txid_current txid_current_if_assigned txid_current_snapshot version`,
)

/** The table functions that users' SQL may read from. */
export const allowedSources = splitNames(
  `generate_series generate_subscripts json_array_elements json_array_elements_text json_each json_each_text
   json_object_keys json_populate_recordset json_to_record json_to_recordset jsonb_array_elements
   jsonb_array_elements_text jsonb_each jsonb_each_text jsonb_object_keys jsonb_path_query jsonb_populate_recordset
   jsonb_to_record jsonb_to_recordset regexp_matches regexp_split_to_table string_to_table unnest`,
)

/** Types that values may be cast to. Types of catalogue names would reveal which objects exist. */
export const allowedTypes = splitNames(
  `bit bool box bpchar bytea char cidr circle date datemultirange daterange float4 float8 inet int2 int4 int4multirange
   int4range int8 int8multirange int8range interval json jsonb jsonpath line lseg macaddr macaddr8 money name numeric
   nummultirange numrange oid path point polygon record text time timestamp timestamptz timetz tsmultirange tsquery
   tsrange tstzmultirange tstzrange tsvector uuid varbit varchar xml`,
)

const isRefused = createMatcher(deniedFunctions)
const isRefusedCall = createMatcher(deniedCalls)

/** The schema of built-in objects. */
export const BUILT_IN_SCHEMA = 'pg_catalog'

/** True if a name is a built-in function that users' SQL may call. */
export function isBuiltInFunction(name: string): boolean {
  return allowedFunctionNames.has(name) || newerFunctions.has(name)
}

/** True if a name is a built-in type that values may be cast to. */
export function isBuiltInType(name: string): boolean {
  return allowedTypes.has(name)
}

/** See `Dialect.functionNames`. */
export const functionNames = plainFunctionNames([...allowedFunctionNames, ...newerFunctions])

/** See `Dialect.classifyCall`. Built-in operators are harmless. */
export function classifyCall({ kind, schema, name }: Call): CallClassification {
  if (kind !== 'operator' && isRefused(name)) return 'refused'
  if ((kind === 'function' || kind === 'from') && isRefusedCall(name)) return 'refused'
  if (schema !== null && schema !== BUILT_IN_SCHEMA) return 'unknown'
  if (kind === 'operator') return 'allowed'
  if (kind === 'type') return isBuiltInType(name) ? 'allowed' : 'unknown'
  if (kind === 'from') return allowedSources.has(name) ? 'allowed' : 'unknown'
  return isBuiltInFunction(name) ? 'allowed' : 'unknown'
}

/** See `Dialect.isCatalogue`. */
export function isCatalogue({ schema, name }: NamedTable): boolean {
  return schema === 'information_schema' || name.startsWith('pg_') || schema?.startsWith('pg_') === true
}
