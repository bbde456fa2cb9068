/**
 * The macros that SQL templates may call, with their required arguments; `server/sql/macro-calls.ts` implements them.
 */
export const MACROS: readonly { readonly name: string; readonly call: string }[] = [
  { name: 'attribute', call: "attribute('name')" },
  { name: 'cache_key_wrapper', call: "cache_key_wrapper('value')" },
  { name: 'current_user_email', call: 'current_user_email()' },
  { name: 'current_user_id', call: 'current_user_id()' },
  { name: 'current_user_roles', call: 'current_user_roles()' },
  { name: 'current_username', call: 'current_username()' },
  { name: 'dataset', call: 'dataset(1)' },
  { name: 'filter_values', call: "filter_values('column')" },
  { name: 'get_filters', call: "get_filters('column')" },
  { name: 'get_time_filter', call: "get_time_filter('column')" },
  { name: 'metric', call: "metric('name')" },
  { name: 'url_param', call: "url_param('name')" },
]
