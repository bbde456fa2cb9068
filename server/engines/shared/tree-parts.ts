import { namesIn } from '../names.ts'

/** The nodes of a tree of sqlparser-rs that only compute, and those that are checked by their names. */
export const KNOWN_NODES = namesIn(
  // Statements and sources.
  `Query Select SetOperation Values Table Derived NestedJoin Join Inner Left LeftOuter Right RightOuter FullOuter CrossJoin
   StraightJoin On Using UnnamedExpr ExprWithAlias Wildcard QualifiedWildcard ObjectName Expressions OrderBy
   LimitOffset OffsetCommaLimit Distinct`,
  // Names and values.
  `Identifier CompoundIdentifier Value Number SingleQuotedString DoubleQuotedString NationalStringLiteral
   HexStringLiteral SingleQuotedByteStringLiteral Boolean Placeholder TypedString Prefixed Interval`,
  // Expressions.
  `BinaryOp UnaryOp Nested Tuple Case Cast Collate Convert Extract Trim Substring Position Ceil Floor Overlay
   Between Like ILike RLike InList InSubquery Exists Subquery AnyOp AllOp IsNull IsNotNull IsTrue IsNotTrue IsFalse
   IsNotFalse IsUnknown IsNotUnknown IsDistinctFrom IsNotDistinctFrom DateTimeField MatchAgainst`,
  // Calls and windows.
  `Function List Unnamed Named ExprNamed Expr OrderBy Limit Separator WindowSpec NamedWindow Preceding Following`,
  // Types with sizes.
  `Character Char CharacterVarying CharVarying Varchar Nvarchar Decimal Numeric Dec Float Double DoublePrecision Real
   Int Integer BigInt SmallInt TinyInt MediumInt UnsignedInteger Date Datetime Timestamp Time Binary Varbinary Blob
   IntegerLength PrecisionAndScale Precision Custom`,
)

/** The fields of these nodes. A field that is empty, false or null is never checked. */
export const KNOWN_FIELDS = namesIn(
  `with recursive cte_tables alias name columns query body op set_quantifier left right distinct projection from
   relation joins join_operator selection group_by having order_by kind exprs options asc nulls_first limit limit_clause offset rows
   value limit_by expr nullable named_window flavor subquery lateral table_with_joins explicit negated list low high
   pattern escape_char any compare_op is_some operand conditions condition result else_result data_type collation charset
   target_before_value field syntax leading_field leading_precision last_field fractional_seconds_precision
   trim_where trim_what trim_characters substring_from substring_for special shorthand in overlay_what overlay_from
   overlay_for args clauses duplicate_treatment parameters over partition_by window_frame window_before_qualify units start_bound end_bound
   window_name filter quote_style prefix match_value opt_search_modifier length unit regexp explicit_row value_keyword
   content index_hints hint_type index_type for_clause index_names constraint`,
)

/** Unquoted names without parentheses that servers read as calls. */
export const BARE_CALLS = namesIn('current_user current_role session_user system_user user')
