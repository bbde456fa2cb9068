import type { Call, CallClassification, NamedTable } from '../engine.ts'
import { plainFunctionNames, createMatcher, splitNames, WAREHOUSE_OPERATORS } from '../function-names.ts'

/**
 * The functions that users' SQL may call, by category. Every function here computes its result from its arguments, the
 * clock or randomness.
 */
const allowedFunctionNames = splitNames(
  // Numbers.
  `abs acos acosh asin asinh atan atan2 atanh bit_count cbrt ceil ceiling cos cosh cosine_distance cot coth csc csch div
   euclidean_distance exp floor greatest ieee_divide is_inf is_nan least ln log log10 mod pow power rand range_bucket
   round safe_add safe_divide safe_multiply safe_negate safe_subtract sec sech sign sin sinh sqrt tan tanh trunc
   bit_and bit_or bit_xor`,
  // Texts and bytes.
  `ascii byte_length char_length character_length chr code_points_to_bytes code_points_to_string collate concat
   contains_substr edit_distance ends_with format from_base32 from_base64 from_hex initcap instr left length lower lpad
   ltrim normalize normalize_and_casefold octet_length position regexp_contains regexp_extract regexp_extract_all
   regexp_instr regexp_replace regexp_substr replace reverse right rpad rtrim safe_convert_bytes_to_string soundex split
   starts_with strpos substr substring to_base32 to_base64 to_code_points to_hex translate trim unicode upper
   farm_fingerprint md5 sha1 sha256 sha512 generate_uuid`,
  // Times.
  `current_date current_datetime current_time current_timestamp date date_add date_bucket date_diff date_from_unix_date
   date_sub date_trunc datetime datetime_add datetime_bucket datetime_diff datetime_sub datetime_trunc extract
   format_date format_datetime format_time format_timestamp justify_days justify_hours justify_interval last_day
   make_interval parse_date parse_datetime parse_time parse_timestamp string time time_add time_diff time_sub time_trunc
   timestamp timestamp_add timestamp_bucket timestamp_diff timestamp_micros timestamp_millis timestamp_seconds
   timestamp_sub timestamp_trunc unix_date unix_micros unix_millis unix_seconds`,
  // Parts of weeks, and places in arrays.
  `week offset ordinal safe_offset safe_ordinal`,
  // Conditions and casts by name.
  `cast coalesce if ifnull nullif nullifzero parse_bignumeric parse_numeric safe_cast zeroifnull`,
  // Arrays and JSON.
  `array_concat array_first array_last array_length array_reverse array_slice array_to_string unnest bool float64 int64
   json_array json_extract json_extract_array json_extract_scalar json_extract_string_array json_keys json_object
   json_query json_query_array json_strip_nulls json_type json_value json_value_array lax_bool lax_float64 lax_int64
   lax_string parse_json to_json to_json_string`,
  // Places.
  `st_area st_asgeojson st_astext st_centroid st_contains st_coveredby st_covers st_distance st_dwithin st_geogfromgeojson
   st_geogfromtext st_geogpoint st_geohash st_intersects st_length st_within st_x st_y`,
  // Aggregates and windows.
  `any_value approx_count_distinct approx_quantiles approx_top_count approx_top_sum array_agg array_concat_agg avg corr
   count count_if countif covar_pop covar_samp grouping logical_and logical_or max max_by min min_by stddev stddev_pop
   stddev_samp string_agg sum var_pop var_samp variance cume_dist dense_rank first_value lag last_value lead nth_value
   ntile percent_rank percentile_cont percentile_disc rank row_number`,
)

/** Denied functions, with the reason above each group. `*` matches any characters. */
const deniedFunctions = splitNames(
  // They read other systems.
  `external_query external_object_transform appends changes`,
  // They fail, which reveals the row on which they were evaluated.
  `error`,
  // They build rows without a table.
  `generate_array generate_date_array generate_timestamp_array generate_range_array`,
  // The session, the user and the server.
  `session_user catalog_name schema_name`,
  // Models and searches in indexes.
  `predict vector_search search ml_* ai_*`,
)

const TYPES = splitNames(
  `bool boolean int64 int integer bigint smallint tinyint float64 numeric decimal bignumeric bigdecimal string bytes date
   datetime timestamp time interval json custom unspecified`,
)

const OPERATORS: ReadonlySet<string> = new Set([
  ...WAREHOUSE_OPERATORS,
  ...splitNames('BitwiseAnd BitwiseOr BitwiseXor BitwiseNot'),
])

const isRefused = createMatcher(deniedFunctions)

/** See `Dialect.functionNames`. */
export const functionNames = plainFunctionNames(allowedFunctionNames)

/** See `Dialect.classifyCall`. Functions with a schema are stored in a dataset, or read models, keys and addresses. */
export function classifyCall({ kind, schema, name }: Call): CallClassification {
  if (kind === 'operator') return OPERATORS.has(name) ? 'allowed' : 'refused'
  if (kind === 'type') return TYPES.has(name) ? 'allowed' : 'unknown'
  if (schema !== null) return 'unknown'
  if (kind === 'from' || isRefused(name)) return 'refused'
  return kind === 'function' && allowedFunctionNames.has(name) ? 'allowed' : 'unknown'
}

/** True if the server reads a name as that of one table: `events_*` means several, and `t$20240101` a part of one. */
function isPlainName(name: string): boolean {
  return /^[\p{L}\p{M}\p{N}\p{Pc}\p{Pd} ]+$/u.test(name) && !name.startsWith('__')
}

/** See `Dialect.isCatalogue`. Each dataset has views such as `__TABLES__`; other characters in its name begin a project. */
export function isCatalogue({ schema, name }: NamedTable): boolean {
  const isDataset = !schema || (/^\w+$/.test(schema) && schema !== 'information_schema')
  return !isDataset || (name !== '' && !isPlainName(name))
}
