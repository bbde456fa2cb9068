import { ApiError } from '#core/rest/api-error.ts'
import type { Call, Inspection, CallClassification, NamedTable } from '../engine.ts'
import { plainFunctionNames, createMatcher, splitNames } from '../function-names.ts'

/**
 * The engine functions that users' SQL may call, by category. Every function here computes its result from its
 * arguments, the clock or randomness, and calls no other function by name except aggregates. A test compares both lists
 * with the engine: after an upgrade, new functions must be added to one of them.
 */
export const allowedFunctionNames = splitNames(
  // Operators.
  `!__postfix !~~ !~~* % & && * ** + - ->> / // <-> << <=> <@ >> @ @> ^ ^@ | || ~ ~~ ~~* ~~~ -> add divide multiply subtract
   ilike_escape like_escape not_ilike_escape not_like_escape mod xor`,
  // Numbers.
  `abs acos acosh asin asinh atan atan2 atanh cbrt ceil ceiling cos cosh cot degrees equi_width_bins even exp factorial fdiv
   floor fmod gamma gcd greatest_common_divisor isfinite isinf isnan lcm least_common_multiple lgamma ln log log10 log2
   nextafter pi pow power radians random round round_even roundbankers sign signbit sin sinh sqrt tan tanh trunc
   format_bytes formatreadabledecimalsize formatreadablesize parse_formatted_bytes pg_size_pretty`,
  // Choices.
  `constant_or_null greatest is_histogram_other_bin least nullif switch`,
  // Texts.
  `ascii bar bin chr concat concat_ws contains damerau_levenshtein editdist3 ends_with format hamming instr jaccard
   jaro_similarity jaro_winkler_similarity lcase left left_grapheme len length length_grapheme char_length
   character_length levenshtein lower lpad ltrim mismatches nfc_normalize octet_length ord parse_dirname parse_dirpath
   parse_filename parse_path position prefix printf repeat replace reverse right right_grapheme rpad rtrim split
   split_part starts_with str_split str_split_regex string_split string_split_regex string_to_array strip_accents strlen
   strpos substr substring substring_grapheme suffix translate trim ucase unbin unicode upper url_decode url_encode
   regexp_escape regexp_extract regexp_extract_all regexp_full_match regexp_matches regexp_replace regexp_split_to_array
   regexp_split_to_table icu_collate_* icu_sort_key create_sort_key`,
  // Bytes and bits.
  `base64 bit_count bit_length bit_position bitstring decode encode from_base64 from_binary from_hex get_bit hash hex md5
   md5_number md5_number_lower md5_number_upper set_bit sha1 sha256 to_base to_base64 to_binary to_hex unhex
   gen_random_uuid uuid uuid_extract_timestamp uuid_extract_version uuidv4 uuidv7`,
  // Times.
  `age ago century current_date current_localtime current_localtimestamp date_add date_diff date_part date_sub
   date_trunc datediff datepart datesub datetrunc day dayname dayofmonth dayofweek dayofyear days_in_month decade epoch
   epoch_ms epoch_ns epoch_us era get_current_time get_current_timestamp hour isodow isoyear julian last_day make_date
   make_time make_timestamp make_timestamp_ms make_timestamp_ns make_timestamptz microsecond millennium millisecond
   minute month monthname nanosecond normalized_interval now quarter second strftime strptime time_bucket timezone
   timezone_hour timezone_minute to_centuries to_days to_decades to_hours to_microseconds to_millennia to_milliseconds
   to_minutes to_months to_quarters to_seconds to_timestamp to_weeks to_years today transaction_timestamp try_strptime
   week weekday weekofyear year yearweek`,
  // Lists, structs, maps and unions.
  `aggregate apply array_agg array_aggr array_aggregate array_append array_apply array_cat array_concat array_contains
   array_cosine_distance array_cosine_similarity array_cross_product array_distance array_distinct array_dot_product
   array_extract array_filter array_grade_up array_has array_has_all array_has_any array_indexof array_inner_product
   array_intersect array_length array_negative_dot_product array_negative_inner_product array_pop_back array_pop_front
   array_position array_prepend array_push_back array_push_front array_reduce array_resize array_reverse
   array_reverse_sort array_select array_slice array_sort array_to_json array_to_string array_to_string_comma_default
   array_transform array_unique array_value array_where array_zip cardinality element_at filter flatten
   generate_series generate_subscripts grade_up list_* range rank_dense reduce row unnest unpivot_list
   map map_concat map_contains map_contains_entry map_contains_value map_entries map_extract map_extract_value
   map_from_entries map_keys map_values struct_concat struct_contains struct_extract struct_extract_at struct_has
   struct_indexof struct_insert struct_keys struct_pack struct_position struct_update struct_values union_extract
   union_tag union_value enum_code enum_first enum_last enum_range enum_range_boundary`,
  // JSON, variants and geometries.
  `from_json from_json_strict json json_array json_array_length json_contains json_exists json_extract json_extract_path
   json_extract_path_text json_extract_string json_group_array json_group_object json_group_structure json_keys
   json_merge_patch json_object json_pretty json_quote json_structure json_transform json_transform_strict json_type
   json_valid json_value row_to_json to_json variant_extract variant_normalize variant_typeof st_asbinary st_astext
   st_aswkb st_aswkt st_crs st_geomfromwkb st_intersects_extent st_setcrs`,
  // Types.
  `alias can_cast_implicitly cast_to_type pg_typeof replace_type typeof`,
  // Aggregates.
  `any_value approx_count_distinct approx_quantile approx_top_k arbitrary arg_max arg_max_null arg_max_nulls_last arg_min
   arg_min_null arg_min_nulls_last argmax argmin avg bit_and bit_or bit_xor bitstring_agg bool_and bool_or corr count
   count_if count_star countif covar_pop covar_samp entropy favg first fsum geomean geometric_mean group_concat
   histogram histogram_exact kahan_sum kurtosis kurtosis_pop last list listagg mad max max_by mean median min min_by
   mode product quantile quantile_cont quantile_disc regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope
   regr_sxx regr_sxy regr_syy reservoir_quantile sem skewness stddev stddev_pop stddev_samp string_agg sum
   sum_no_overflow sumkahan var_pop var_samp variance wavg weighted_avg`,
  // Windows.
  `cume_dist dense_rank fill first_value lag last_value lead nth_value ntile percent_rank rank row_number`,
)

/** Denied functions, with the reason above each group. `*` matches the rest of a name. */
export const deniedFunctions = splitNames(
  // They accept SQL or a plan as text, or return one.
  `json_deserialize_sql json_serialize_plan json_serialize_sql json_execute_serialized_sql current_query current_query_id
   parse_duckdb_log_message`,
  // They reveal rows that a rule may hide, or how the engine stores them.
  `stats vector_type get_block_size`,
  // Settings, variables, secrets, the environment.
  `current_setting getvariable getenv which_secret`,
  // The catalogue, the server, the current user and location.
  `col_description current_catalog current_connection_id current_database current_role current_schema current_schemas
   current_transaction_id current_user format_pg_type format_type has_* in_search_path inet_* map_to_pg_oid
   obj_description pg_collation_is_visible pg_conf_load_time pg_conversion_is_visible pg_function_is_visible pg_get_*
   pg_has_role pg_is_other_temp_schema pg_my_temp_schema pg_opclass_is_visible pg_operator_is_visible
   pg_opfamily_is_visible pg_postmaster_start_time pg_table_is_visible pg_ts_config_is_visible pg_ts_dict_is_visible
   pg_ts_parser_is_visible pg_ts_template_is_visible pg_type_is_visible session_user shobj_description txid_current user
   version`,
  // They have side effects: on a sequence, the random state, a log.
  `currval nextval setseed write_log`,
  // They wait, or fail with an arbitrary message.
  `error pg_sleep sleep_ms`,
  // They interpret bytes as internal engine formats without validation, or create types from texts.
  `__internal_* combine finalize get_type make_type remap_struct timetz_byte_comparable variant_bytes_to_variant
   variant_to_parquet_variant`,
)

/** The table functions that users' SQL may read from. */
export const allowedSources = splitNames(`generate_series json_each json_tree range unnest`)

export const deniedSources = splitNames(
  // These read files, process memory or other databases. Extensions add more of them.
  `*_query *_scan* glob parquet_* read_* sniff_csv`,
  // They accept SQL or a table name as text, which bypasses row rules.
  `check_peg_parser histogram histogram_values json_execute_serialized_sql query query_table sql_auto_complete summary`,
  // Settings, secrets, the catalogue, engine activity.
  `duckdb_* icu_calendar_names pg_timezone_names pragma_* test_all_types test_vector_types which_secret`,
  // They have side effects.
  `checkpoint disable_* enable_* force_checkpoint truncate_duckdb_logs`,
  // They generate unlimited rows.
  `repeat repeat_row`,
)

const isAllowed = createMatcher(allowedFunctionNames)
const isRefused = createMatcher(deniedFunctions)
const isRefusedSource = createMatcher(deniedSources)

/** See `Dialect.functionNames`. */
export const functionNames = plainFunctionNames(allowedFunctionNames)

/**
 * See `Dialect.classifyCall`. The schema is not reliable, as `a.lower()` may be `lower(a)`: `foreignCalls` finds functions of
 * the file with these names. Types are always allowed: a type in the file contains no code.
 */
export function classifyCall({ kind, name }: Call): CallClassification {
  if (kind === 'type') return 'allowed'
  const isKnown = kind === 'from' ? allowedSources.has(name) : isAllowed(name)
  if (isKnown) return 'allowed'
  return isRefused(name) || isRefusedSource(name) ? 'refused' : 'unknown'
}

const CATALOGUE = /^(duckdb|pg|pragma|sqlite)_/

/** See `Dialect.isCatalogue`. */
export function isCatalogue({ schema, name }: NamedTable): boolean {
  return schema === 'information_schema' || schema === 'pg_catalog' || CATALOGUE.test(name)
}

/** Returns the inspection of a statement that the guard has accepted. Throws `sql-syntax` and `sql-refused`. */
export function requireHarmless(found: Inspection): Extract<Inspection, { ok: true }> {
  if (!found.ok) throw new ApiError('sql-syntax', { args: [found.message] })
  const [refused] = [
    ...found.unsupportedElements,
    ...found.calls.filter((call) => classifyCall(call) !== 'allowed').map(({ name }) => name),
    ...found.tables.filter(isCatalogue).map(({ name }) => name),
  ]
  if (refused !== undefined) throw new ApiError('sql-refused', { args: [refused] })
  return found
}
