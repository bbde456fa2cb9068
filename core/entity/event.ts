/** Types of entities in events and favorites. */
export type EntityType =
  | 'chart'
  | 'dashboard'
  | 'dataset'
  | 'database'
  | 'filter_set'
  | 'user'
  | 'role'
  | 'group'
  | 'api_token'
  | 'row_rule'
  | 'grant'
  | 'quota'
  | 'folder'
  | 'tag'
  | 'home'

/**
 * The action; `log` is an event reported by a client, `sign_in` a sign-in of the actor, `sign_out` the end of sessions of
 * the user of the event by an administrator, `invite` a link sent by email. `view_as_start` and `view_as_end`: an
 * administrator begins and ends to view the application as the user or role of the event.
 */
export type EventAction =
  | 'create'
  | 'update'
  | 'delete'
  | 'restore'
  | 'view'
  | 'query'
  | 'log'
  | 'sign_in'
  | 'sign_out'
  | 'invite'
  | 'view_as_start'
  | 'view_as_end'

/** One entry of the append-only log. */
export interface Event {
  readonly id: number
  /** Epoch milliseconds. */
  readonly at: number
  /** User id; null if the application itself acted. */
  readonly actor: number | null
  readonly action: EventAction
  readonly entity_type: EntityType
  readonly entity_id: number
  /** JSON text of the changed keys with their values before; null if there were none. Secrets are omitted. */
  readonly before: string | null
  /** JSON text of the changed keys with their values after; for view and query, details of the action. */
  readonly after: string | null
  /** IP address of the client that caused it; null for events of the server and of earlier versions. */
  readonly address: string | null
  /** The user as which the actor viewed the application; null if the actor acted as themselves. */
  readonly view_as_user_id: number | null
  /** The role as which the actor viewed the application; null if none. */
  readonly view_as_role_id: number | null
}

/** An event to write; without changes it has neither before nor after. */
export type EventDraft = Pick<Event, 'actor' | 'action' | 'entity_type' | 'entity_id'> &
  Partial<Pick<Event, 'before' | 'after'>>
