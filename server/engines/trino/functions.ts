import type { Call, CallClassification, NamedTable } from '../engine.ts'
import { plainFunctionNames, createMatcher, splitNames } from '../function-names.ts'

/**
 * The functions that users' SQL may call, by category. Every function here computes its result from its arguments, the
 * clock or randomness.
 */
export const allowedFunctionNames = splitNames(
  // Numbers.
  `abs acos asin atan atan2 beta_cdf bit_count bitwise_and bitwise_left_shift bitwise_not bitwise_or
   bitwise_right_shift bitwise_right_shift_arithmetic bitwise_xor cbrt ceil ceiling cos cosh cosine_distance
   cosine_similarity degrees dot_product e euclidean_distance exp floor from_base greatest infinity inverse_beta_cdf
   inverse_normal_cdf is_finite is_infinite is_nan least ln log log10 log2 mod nan normal_cdf pi pow power radians rand
   random round sign sin sinh sqrt t_cdf t_pdf tan tanh to_base truncate width_bucket wilson_interval_lower
   wilson_interval_upper`,
  // Texts and bytes.
  `chr codepoint concat concat_ws crc32 ends_with format_number from_base32 from_base64 from_base64url
   from_big_endian_32 from_big_endian_64 from_hex from_ieee754_32 from_ieee754_64 from_utf8 hamming_distance hmac_md5
   hmac_sha1 hmac_sha256 hmac_sha512 human_readable_seconds length levenshtein_distance lower lpad ltrim luhn_check md5
   murmur3 normalize parse_data_size parse_presto_data_size regexp_count regexp_extract regexp_extract_all regexp_like
   regexp_position regexp_replace regexp_split replace reverse rpad rtrim sha1 sha256 sha512 soundex split split_part
   split_to_map split_to_multimap spooky_hash_v2_32 spooky_hash_v2_64 starts_with strpos substr substring title_case
   to_base32 to_base64 to_base64url to_big_endian_32 to_big_endian_64 to_hex to_ieee754_32 to_ieee754_64 to_utf8
   translate trim upper url_decode url_encode url_extract_fragment url_extract_host url_extract_parameter
   url_extract_path url_extract_port url_extract_protocol url_extract_query uuid word_stem xxhash64 format position`,
  // Times.
  `at_timezone current_date current_time current_timestamp current_timezone date date_add date_diff date_format
   date_parse date_trunc day day_of_month day_of_week day_of_year dow doy extract format_datetime from_iso8601_date
   from_iso8601_timestamp from_iso8601_timestamp_nanos from_unixtime from_unixtime_nanos hour last_day_of_month
   localtime localtimestamp millisecond minute month now parse_datetime parse_duration quarter second timezone
   timezone_hour timezone_minute to_iso8601 to_milliseconds to_unixtime week week_of_year with_timezone year
   year_of_week yow`,
  // Conditions and casts by name.
  `cast coalesce grouping if nullif row try try_cast typeof`,
  // Arrays and maps.
  `all_match any_match array_distinct array_except array_first array_histogram array_intersect array_join array_last
   array_max array_min array_position array_remove array_sort array_union arrays_overlap cardinality combinations
   contains contains_sequence element_at filter flatten map map_concat map_entries map_filter map_from_entries map_keys
   map_values map_zip_with multimap_from_entries ngrams none_match reduce repeat shuffle slice transform
   transform_keys transform_values trim_array zip zip_with`,
  // JSON.
  `is_json_scalar json_array json_array_contains json_array_get json_array_length json_exists json_extract
   json_extract_scalar json_format json_object json_parse json_query json_size json_value variant_is_null`,
  // Sketches.
  `empty_approx_set hash_counts intersection_cardinality jaccard_index merge quantile_at_value value_at_quantile
   values_at_quantiles`,
  // Aggregates and windows.
  `any_value approx_distinct approx_most_frequent approx_percentile approx_set arbitrary array_agg avg bitwise_and_agg
   bitwise_or_agg bitwise_xor_agg bool_and bool_or checksum corr count count_if covar_pop covar_samp cume_dist
   dense_rank every first_value geometric_mean histogram kurtosis lag last_value lead listagg make_set_digest map_agg
   map_union max max_by merge_set_digest min min_by multimap_agg nth_value ntile numeric_histogram percent_rank
   qdigest_agg rank reduce_agg regr_intercept regr_slope row_number skewness stddev stddev_pop stddev_samp sum
   tdigest_agg var_pop var_samp variance`,
)

/** Denied functions, with the reason above each group. `*` matches any characters. */
const deniedFunctions = splitNames(
  // They fail, which reveals the row on which they were evaluated.
  `fail`,
  // They build rows without a table.
  `sequence`,
  // The session, the user and the server.
  `current_catalog current_groups current_path current_role current_schema current_user session_user version`,
  // Colours of a terminal.
  `bar color render rgb`,
  // Functions of the server itself.
  `$* internal* kill_query learn_* *_with_hive*`,
)

const TYPES = splitNames(
  `boolean bool tinyint smallint int integer bigint real double doubleprecision decimal dec numeric varchar
   charactervarying charvarying char character varbinary json date time timestamp interval uuid array map custom
   unspecified`,
)

/** Schemas of the server in each catalog. */
const SYSTEM_SCHEMAS = new Set(['information_schema'])

/** Names without parentheses that the server reads as calls, or as statements. */
export const callsWithoutParentheses = splitNames(
  'current_catalog current_path current_role current_schema current_user table',
)

const isRefused = createMatcher(deniedFunctions)

/** See `Dialect.functionNames`. */
export const functionNames = plainFunctionNames(allowedFunctionNames)

/** See `Dialect.classifyCall`. Functions with a schema are stored in a catalog. */
export function classifyCall({ kind, schema, name }: Call): CallClassification {
  if (kind === 'operator') return 'allowed'
  if (kind === 'type') return TYPES.has(name) ? 'allowed' : 'unknown'
  if (schema !== null) return 'unknown'
  // Connectors add table functions, such as `query`, that run SQL in other systems.
  if (kind === 'from' || isRefused(name)) return 'refused'
  return kind === 'function' && allowedFunctionNames.has(name) ? 'allowed' : 'unknown'
}

/** True if no connector reads the name as more than the name of a table. */
function isPlainName(name: string): boolean {
  return /^[\p{L}\p{M}\p{N}_.-]+(?: [\p{L}\p{M}\p{N}_.-]+)*$/u.test(name) && !/^(?:select|with)\s/i.test(name)
}

/**
 * See `Dialect.isCatalogue`. Connectors read special names as tables of metadata, queries or patterns, which have values
 * of rows that are hidden in the table: `orders$data`, `orders: text`, `orders*`, `orders@1`, `SELECT ... FROM orders`.
 */
export function isCatalogue({ schema, name }: NamedTable): boolean {
  return (name !== '' && !isPlainName(name)) || (schema !== null && SYSTEM_SCHEMAS.has(schema))
}
