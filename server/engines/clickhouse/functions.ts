import type { Call, CallClassification, NamedTable } from '../engine.ts'
import { plainFunctionNames, createMatcher, splitNames } from '../function-names.ts'

/**
 * The functions that users' SQL may call, in lower case, by category. Every function here computes its result from its
 * arguments, the clock or randomness. Operators are calls of functions too.
 */
const allowedFunctionNames = splitNames(
  // Operators and conditions.
  `and or xor not equals notequals less greater lessorequals greaterorequals in notin plus minus multiply divide modulo
   negate like notlike ilike notilike isnull isnotnull isnotdistinctfrom isdistinctfrom concat array tuple map arrayelement
   tupleelement cast _cast multiif if ifnull nullif coalesce assumenotnull tonullable isnan isfinite isinfinite
   case casewithexpression casewithoutexpression between exists istrue isfalse grouping greatest least identity`,
  // Numbers.
  `abs acos acosh asin asinh atan atan2 atanh cbrt ceil ceiling cos cosh degrees e erf erfc exp exp10 exp2 floor gcd
   hypot intdiv intdivornull intdivorzero lcm lgamma ln log log10 log1p log2 max2 min2 mod moduloorzero pi positivemodulo
   pow power radians rand rand32 rand64 round roundbankers roundage roundduration roundtoexp2 sign sin sinh sqrt tan tanh
   tgamma trunc truncate bitand bitor bitxor bitnot bitshiftleft bitshiftright bitcount bittest width_bucket widthbucket`,
  // Texts.
  `ascii base64decode base64encode char char_length character_length concat_ws concatwithseparator empty notempty
   endswith startswith format hex unhex initcap initcaputf8 instr lcase left leftpad leftutf8 length lengthutf8 locate
   lower lowerutf8 lpad ltrim match extract extractall md5 multisearchany ngramdistance normalizeutf8nfc position
   positioncaseinsensitive positionutf8 repeat replace replaceall replaceone replaceregexpall replaceregexpone reverse
   reverseutf8 right rightpad rightutf8 rpad rtrim sha1 sha256 sha512 siphash64 cityhash64 xxhash64 soundex space
   splitbychar splitbystring splitbyregexp substr substring substringindex substringutf8 substring_index
   textwidth toint translate trim trimboth trimleft trimright ucase upper upperutf8 arraystringconcat countsubstrings
   domain domainwithoutwww path protocol topleveldomain cutquerystring extracturlparameter decodeurlcomponent`,
  // Times.
  `adddays addhours addminutes addmonths addquarters addseconds addweeks addyears addmilliseconds addmicroseconds age
   curdate current_date current_timestamp date date_add date_diff date_format date_sub date_trunc dateadd datediff
   datename datesub datetrunc day dayofmonth dayofweek dayofyear formatdatetime formatdatetimeinjodasyntax
   fromunixtimestamp fromunixtimestamp64micro fromunixtimestamp64milli fromunixtimestamp64nano hour last_day makedate
   makedate32 makedatetime makedatetime64 minute month monthname now now64 parsedatetime parsedatetime64
   parsedatetime64bestefforto* parsedatetime64bestefforto parsedatetime64besteffort parsedatetime64besteffortornull
   parsedatetime64ornull parsedatetimebesteffort parsedatetimebesteffortornull parsedatetimebesteffortorzero
   parsedatetimeornull quarter second subtractdays subtracthours subtractminutes subtractmonths subtractquarters
   subtractseconds subtractweeks subtractyears timestamp timestampadd timestampdiff timestampsub timeslot timezoneoffset
   today toyear toquarter tomonth toweek toyearweek todayofmonth todayofweek todayofyear tohour tominute tosecond
   tointerval* tolastdayofmonth tolastdayofweek tomonday torelative* tostartof* totime totimezone tounixtimestamp
   tounixtimestamp64micro tounixtimestamp64milli tounixtimestamp64nano toyyyymm toyyyymmdd toyyyymmddhhmmss
   utc_timestamp utctimestamp week weekofyear year yearweek yesterday`,
  // Types.
  `accuratecast accuratecastornull tobool todate todate32 todate32ornull todateornull todatetime todatetime64
   todatetime64ornull todatetimeornull todecimal32 todecimal64 todecimal128 todecimal256 todecimal* tofixedstring
   tofloat32 tofloat64 tofloat32ornull tofloat64ornull tofloat32orzero tofloat64orzero toint8 toint16 toint32 toint64
   toint128 toint256 toint8or* toint16or* toint32or* toint64or* toint128or* toint256or* touint8 touint16 touint32
   touint64 touint128 touint256 touint8or* touint16or* touint32or* touint64or* tostring totypename touuid touuidornull
   toipv4 toipv4ornull toipv6 toipv6ornull ipv4numtostring ipv4stringtonum generateuuidv4 tojsonstring`,
  // Arrays, maps and documents.
  `arrayavg arraycompact arrayconcat arraycount arraydifference arraydistinct arrayexists arrayall arrayfilter
   arrayfirst arrayflatten arrayjoin arraylast arraymap arraymax arraymin arrayproduct arrayreverse arrayslice arraysort
   arraysum arrayuniq arrayzip has hasall hasany indexof lambda mapcontains mapkeys mapvalues mapfromarrays
   json_exists json_query json_value jsonextract jsonextractarrayraw jsonextractbool jsonextractfloat jsonextractint
   jsonextractkeys jsonextractraw jsonextractstring jsonextractuint jsonhas jsonlength jsontype isvalidjson
   simplejson* visitparam*`,
  // Windows.
  `cume_dist dense_rank denserank first_value firstvalue lag last_value lastvalue laginframe lead leadinframe nth_value
   ntile percent_rank percentrank rank row_number`,
)

const aggregates = splitNames(
  `any anyheavy anylast any_value argmax argmin avg avgweighted boundingratio categoricalinformationvalue corr count covarpop
   covarsamp covar_pop covar_samp entropy grouparray group_concat groupconcat groupuniqarray kurtpop kurtsamp max median
   medianexact min quantile quantileexact quantiletdigest quantiles quantilesexact skewpop skewsamp stddev_pop
   stddev_samp stddevpop stddevsamp sum sumkahan sumwithoverflow summap topk uniq uniqcombined uniqcombined64 uniqexact
   uniqhll12 uniqthetasketch var_pop var_samp varpop varsamp variance`,
)

/** Suffixes of aggregates, such as `sumIf` and `countDistinct`. */
const COMBINATORS = /(?:distinct|if|ornull|ordefault|array)+$/

/** Denied functions, with the reason above each group. `*` matches any characters. */
const deniedFunctions = splitNames(
  // They read dictionaries and tables that no check of tables sees, or run programs.
  `dict* joinget* hascolumnintable catboostevaluate modelevaluate executable*`,
  // They read files, settings, secrets and the session.
  `file getsetting* getmacro getserverport getserversetting currentuser user initializeaggregation currentroles
   currentprofiles enabledroles enabledprofiles defaultroles defaultprofiles currentdatabase database schema
   currentschemas current_user currentqueryid initialqueryid query_id initial_query_id hostname fqdn version buildid
   uptime servertimezone serveruuid connectionid connection_id filesystem* displayname shardnum shardcount tcpport
   getosthreadid getoskernelversion zookeeper* showcertificate getclienthttpheader getsizeofenumtype`,
  // They look into the process.
  `addresstoline* addresstosymbol demangle stringtoh3 trap`,
  // They wait, or use processor time.
  `sleep sleepeachrow throwif benchmark`,
  // They reach the internet, or models.
  `url* s3* remote* cluster* mysql postgresql jdbc odbc mongodb redis hdfs input azure* gcs iceberg* delta* hudi*
   naturalbayes* ai* embedding*`,
  // They change their input into random or encrypted texts.
  `encrypt decrypt aes_encrypt_mysql aes_decrypt_mysql trydecrypt fuzz* generaterandom* randomstring*
   randomprintableascii randomfixedstring`,
  // Blocks of the engine, which depend on how it reads.
  `blocknumber blocksize rownumberinblock rownumberinallblocks runningaccumulate runningdifference* neighbor ignore
   indexhint nonnegativederivative materialize blockserializedsize dumpcolumnstructure reinterpret* partitionid
   __* evalmlmethod`,
)

const TYPES = splitNames(
  `bool boolean date date32 datetime datetime64 timestamp decimal dec numeric decimal32 decimal64 decimal128 decimal256
   double doubleprecision float float32 float64 real int integer int8 int16 int32 int64 int128 int256 bigint smallint
   tinyint uint8 uint16 uint32 uint64 uint128 uint256 string fixedstring varchar char character text uuid ipv4 ipv6
   nullable lowcardinality array tuple map custom signed unsigned`,
)

const SYSTEM_SCHEMAS = splitNames('system information_schema _temporary_and_external_tables')

const isAllowed = createMatcher(allowedFunctionNames)
const isRefused = createMatcher(deniedFunctions)

/** See `Dialect.functionNames`. */
export const functionNames = plainFunctionNames([...allowedFunctionNames, ...aggregates])

/** See `Dialect.classifyCall`. Table functions read other servers, files and tables: all are denied. */
export function classifyCall({ kind, schema, name }: Call): CallClassification {
  if (kind === 'from') return 'refused'
  if (kind === 'operator') return 'allowed'
  if (kind === 'type') return TYPES.has(name) ? 'allowed' : 'unknown'
  if (schema !== null) return 'unknown'
  if (isRefused(name)) return 'refused'
  const isKnown = isAllowed(name) || aggregates.has(name) || aggregates.has(name.replace(COMBINATORS, ''))
  return kind === 'function' && isKnown ? 'allowed' : 'unknown'
}

/** See `Dialect.isCatalogue`. */
export function isCatalogue({ schema }: NamedTable): boolean {
  return schema !== null && SYSTEM_SCHEMAS.has(schema.toLowerCase())
}
