import type { Call, CallClassification, NamedTable } from '../engine.ts'
import { plainFunctionNames, createMatcher, splitNames, WAREHOUSE_OPERATORS } from '../function-names.ts'

/**
 * The functions that users' SQL may call, by category. Every function here computes its result from its arguments, the
 * clock or randomness.
 */
const allowedFunctionNames = splitNames(
  // Numbers.
  `abs acos acosh asin asinh atan atan2 atanh bitand bitnot bitor bitshiftleft bitshiftright bitxor cbrt ceil cos cosh
   cot degrees div0 div0null exp factorial floor greatest greatest_ignore_nulls haversine least least_ignore_nulls ln log
   mod pi pow power radians random round sign sin sinh sqrt square tan tanh trunc truncate uniform normal width_bucket`,
  // Texts and bytes.
  `ascii base64_decode_binary base64_decode_string base64_encode bit_length charindex chr char collate collation concat
   concat_ws contains editdistance endswith hex_decode_binary hex_decode_string hex_encode ilike initcap insert
   jarowinkler_similarity left length len lower lpad ltrim md5 md5_hex octet_length position regexp_count regexp_instr
   regexp_like regexp_replace regexp_substr regexp_substr_all repeat replace reverse right rlike rpad rtrim sha1 sha1_hex
   sha2 sha2_hex soundex space split split_part startswith strtok strtok_to_array substr substring translate trim unicode
   upper uuid_string hash try_base64_decode_string try_hex_decode_string parse_ip parse_url`,
  // Times.
  `add_months convert_timezone current_date current_time current_timestamp date date_from_parts date_part date_trunc
   dateadd datediff datefromparts dayname day dayofmonth dayofweek dayofweekiso dayofyear extract getdate hour last_day
   localtime localtimestamp minute month monthname months_between next_day previous_day quarter second sysdate systimestamp
   time time_from_parts time_slice timeadd timediff timefromparts timestamp_from_parts timestamp_ltz_from_parts
   timestamp_ntz_from_parts timestamp_tz_from_parts timestampadd timestampdiff to_date to_time to_timestamp to_timestamp_ltz
   to_timestamp_ntz to_timestamp_tz try_to_date try_to_time try_to_timestamp try_to_timestamp_ltz try_to_timestamp_ntz
   try_to_timestamp_tz week weekiso weekofyear year yearofweek yearofweekiso`,
  // Conditions and casts by name.
  `booland boolnot boolor boolxor case cast coalesce decode equal_null iff ifnull nullif nullifzero nvl nvl2 regr_valx
   regr_valy to_binary to_boolean to_char to_decimal to_double to_number to_numeric to_varchar try_cast try_to_binary
   try_to_boolean try_to_decimal try_to_double try_to_number try_to_numeric zeroifnull`,
  // Documents.
  `array_append array_cat array_compact array_construct array_construct_compact array_contains array_distinct
   array_except array_flatten array_insert array_intersection array_max array_min array_position array_prepend
   array_remove array_size array_slice array_sort array_to_string arrays_overlap as_array as_boolean as_char as_date
   as_double as_integer as_number as_object as_varchar check_json get get_ignore_case get_path is_array is_boolean
   is_date is_decimal is_double is_integer is_null_value is_object is_timestamp_ntz is_varchar json_extract_path_text
   object_construct object_construct_keep_null object_delete object_insert object_keys object_pick parse_json strip_null_value
   to_array to_json to_object to_variant try_parse_json typeof`,
  // Aggregates and windows.
  `any_value approx_count_distinct approx_percentile approx_top_k array_agg array_union_agg array_unique_agg avg
   bitand_agg bitor_agg bitxor_agg booland_agg boolor_agg corr count count_if covar_pop covar_samp grouping grouping_id
   hll kurtosis listagg max max_by median min min_by minhash mode object_agg percentile_cont percentile_disc regr_avgx
   regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy skew stddev stddev_pop stddev_samp
   sum variance var_pop var_samp variance_pop variance_samp conditional_change_event conditional_true_event cume_dist
   dense_rank first_value lag last_value lead nth_value ntile percent_rank rank ratio_to_report row_number`,
)

/** Denied functions, with the reason above each group. `*` matches any characters. */
const deniedFunctions = splitNames(
  // They read stages and other systems.
  `get_presigned_url get_stage_location get_relative_path get_absolute_path build_scoped_file_url build_stage_file_url
   to_file fl_* infer_schema result_scan identifier table external*`,
  // They act in the account, or read it.
  `system* get_ddl get_object_references last_query_id last_transaction`,
  // The session, the user and the account.
  `all_user_names current_* invoker_* is_role_in_session is_database_role_in_session is_granted_to_invoker_role
   is_instance_role_in_session getvariable policy_context`,
  // Models and keys.
  `ai_* cortex* complete encrypt* decrypt* try_decrypt* classify_text extract_answer sentiment summarize`,
  // They build rows without a table, or wait.
  `generator seq1 seq2 seq4 seq8 randstr zipf array_generate_range split_to_table strtok_split_to_table flatten`,
)

const TYPES = splitNames(
  `number decimal numeric dec int integer bigint smallint tinyint byteint float float4 float8 double doubleprecision real
   varchar character characterarying charvarying char nchar nvarchar text string binary varbinary boolean bool date datetime
   time timestamp timestampntz timestamp_ntz timestamp_ltz timestamp_tz variant object array custom`,
)

/** Names without parentheses that the server reads as calls. */
export const callsWithoutParentheses = splitNames(
  `current_account current_database current_role current_schema current_schemas current_session current_user
   current_warehouse localtime`,
)

const isRefused = createMatcher(deniedFunctions)

/** See `Dialect.functionNames`. */
export const functionNames = plainFunctionNames(allowedFunctionNames)

/** See `Dialect.classifyCall`. Functions with a schema are stored in a database. */
export function classifyCall({ kind, schema, name }: Call): CallClassification {
  if (kind === 'operator') return WAREHOUSE_OPERATORS.has(name) ? 'allowed' : 'refused'
  if (kind === 'type') return TYPES.has(name) ? 'allowed' : 'unknown'
  if (schema !== null) return 'unknown'
  if (kind === 'function' && allowedFunctionNames.has(name)) return 'allowed'
  return kind === 'from' || isRefused(name) ? 'refused' : 'unknown'
}

/** See `Dialect.isCatalogue`. */
export function isCatalogue({ schema }: NamedTable): boolean {
  return schema?.toUpperCase() === 'INFORMATION_SCHEMA'
}
