import type { Call, CallClassification, NamedTable } from '../engine.ts'
import { plainFunctionNames, createMatcher, splitNames, WAREHOUSE_OPERATORS } from '../function-names.ts'

/**
 * The functions that users' SQL may call, by category. Every function here computes its result from its arguments, the
 * clock or randomness.
 */
const allowedFunctionNames = splitNames(
  // Numbers.
  `abs acos acosh asin asinh atan atan2 atanh bin bit_count bit_get bit_reverse bround cbrt ceil ceiling conv cos cosh cot csc
   degrees div e exp expm1 factorial floor getbit greatest hypot isnan least ln log log10 log1p log2 mod nanvl negative
   pi pmod positive pow power radians rand random randn round sec shiftleft shiftright shiftrightunsigned sign signum sin
   sinh sqrt tan tanh try_add try_divide try_mod try_multiply try_subtract width_bucket`,
  // Texts and bytes.
  `ascii base64 bit_length btrim char char_length character_length charindex chr collate collation concat concat_ws contains
   crc32 elt endswith find_in_set format_number format_string hash hex initcap instr lcase left len length levenshtein
   locate lower lpad ltrim mask md5 octet_length overlay parse_url position printf regexp_count regexp_extract
   regexp_extract_all regexp_instr regexp_like regexp_replace regexp_substr repeat replace reverse right rlike rpad rtrim
   sentences sha sha1 sha2 soundex space split split_part startswith substr substring substring_index translate trim ucase
   unbase64 unhex upper url_decode url_encode uuid xxhash64`,
  // Times.
  `add_months convert_timezone curdate current_date current_timestamp date date_add date_diff date_format
   date_from_unix_date date_part date_sub date_trunc dateadd datediff datepart day dayname dayofmonth dayofweek dayofyear
   extract from_unixtime from_utc_timestamp getdate hour last_day localtimestamp make_date make_interval make_timestamp
   minute month months_between next_day now quarter second timediff timestamp timestamp_micros timestamp_millis
   timestamp_seconds timestampadd timestampdiff to_date to_timestamp to_timestamp_ltz to_timestamp_ntz to_unix_timestamp
   to_utc_timestamp trunc try_to_timestamp unix_date unix_micros unix_millis unix_seconds unix_timestamp weekday
   weekofyear year`,
  // Conditions and casts by name.
  `bigint binary boolean cast coalesce decimal decode double equal_null float if iff ifnull int isnotnull isnull nullif
   nullifzero nvl nvl2 smallint string tinyint to_binary to_char to_number to_varchar try_cast try_to_binary try_to_number
   typeof zeroifnull`,
  // Arrays, maps and documents.
  `array array_append array_compact array_contains array_distinct array_except array_insert array_intersect array_join
   array_max array_min array_position array_prepend array_remove array_size array_sort array_union arrays_overlap arrays_zip
   cardinality element_at flatten from_json get get_json_object json_array_length json_object_keys map map_concat
   map_contains_key map_entries map_from_arrays map_from_entries map_keys map_values named_struct parse_json schema_of_json
   shuffle size slice sort_array str_to_map struct to_json try_element_at try_parse_json variant_get try_variant_get`,
  // Aggregates and windows.
  `any any_value approx_count_distinct approx_percentile approx_top_k array_agg avg bit_and bit_or bit_xor bool_and bool_or
   collect_list collect_set corr count count_if covar_pop covar_samp every first first_value grouping grouping_id
   histogram_numeric kurtosis last last_value listagg max max_by mean median min min_by mode percentile percentile_approx
   percentile_cont percentile_disc regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy
   regr_syy skewness some std stddev stddev_pop stddev_samp string_agg sum try_avg try_sum var_pop var_samp variance
   cume_dist dense_rank lag lead nth_value ntile percent_rank rank row_number`,
)

/** Denied functions, with the reason above each group. `*` matches any characters. */
const deniedFunctions = splitNames(
  // They read files, other systems and secrets.
  `read_* list_secrets secret try_secret http_request remote_query input_file* file_metadata cloud_files_state
   sql_keywords event_log table_changes identifier`,
  // They call methods of Java, or models.
  `reflect java_method try_reflect ai_* vector_search`,
  // They fail, which reveals the row on which they were evaluated.
  `raise_error assert_true`,
  // They build rows without a table.
  `sequence range explode* posexplode* inline* stack json_tuple variant_explode*`,
  // The session, the user and the server.
  `current_catalog current_database current_metastore current_recipient current_schema current_user current_version
   is_account_group_member is_member session_user user version spark_partition_id monotonically_increasing_id`,
  // Keys.
  `aes_* try_aes_*`,
)

const TYPES = splitNames(
  `boolean bool tinyint smallint int integer bigint long short byte real float double doubleprecision decimal dec numeric string
   varchar character charvarying char text date timestamp timestampntz timestamp_ntz timestamp_ltz binary interval variant
   custom unspecified`,
)

/** Names without parentheses that the server reads as calls. */
export const callsWithoutParentheses = splitNames(
  'current_catalog current_database current_schema current_user session_user user',
)

/** A word before the name of a table, which the parser reads as its name. */
export const tablePrefixWords = splitNames('stream')

/** Formats that a name reads in place of a schema: `delta.`/path``. Others are names of classes, which have dots. */
const FILE_FORMATS = splitNames(
  'avro binaryfile cloudfiles csv delta hudi iceberg image jdbc json kafka libsvm orc parquet text xml',
)
const SYSTEM_SCHEMAS = splitNames('information_schema global_temp')

const OPERATORS: ReadonlySet<string> = new Set([
  ...WAREHOUSE_OPERATORS,
  ...splitNames('BitwiseOr BitwiseXor BitwiseNot Spaceship'),
])

const isRefused = createMatcher(deniedFunctions)

/** See `Dialect.functionNames`. */
export const functionNames = plainFunctionNames(allowedFunctionNames)

/** See `Dialect.classifyCall`. Functions with a schema are stored in a catalog. */
export function classifyCall({ kind, schema, name }: Call): CallClassification {
  if (kind === 'operator') return OPERATORS.has(name) ? 'allowed' : 'refused'
  if (kind === 'type') return TYPES.has(name) ? 'allowed' : 'unknown'
  if (schema !== null) return 'unknown'
  if (kind === 'from' || isRefused(name)) return 'refused'
  return kind === 'function' && allowedFunctionNames.has(name) ? 'allowed' : 'unknown'
}

/** See `Dialect.isCatalogue`. Names may be paths of files, and end with the version of a table. */
export function isCatalogue({ schema, name }: NamedTable): boolean {
  if (/[/:@]/.test(name)) return true
  return schema !== null && (schema.includes('.') || SYSTEM_SCHEMAS.has(schema) || FILE_FORMATS.has(schema))
}
