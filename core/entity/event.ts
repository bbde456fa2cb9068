/** Kinds of entity that events and favourites name. */
export type EntityType = 'chart' | 'dashboard' | 'dataset' | 'database' | 'filter_set' | 'user' | 'role' | 'tag'

/** What was done; `log` is what a client tells of itself. */
export type EventAction = 'create' | 'update' | 'delete' | 'restore' | 'view' | 'query' | 'log'

/** One line of the append-only log. */
export interface Event {
  readonly id: number
  /** Epoch milliseconds. */
  readonly at: number
  /** User id; null when the product itself acted. */
  readonly actor: number | null
  readonly action: EventAction
  readonly entity_type: EntityType
  readonly entity_id: number
  /** JSON text of the changed keys with their values before; null when there was nothing. Secrets are left out. */
  readonly before: string | null
  /** JSON text of the changed keys with their values after; for view and query what is worth telling. */
  readonly after: string | null
}

/** An event to write; what changed nothing has neither before nor after. */
export type EventDraft = Pick<Event, 'actor' | 'action' | 'entity_type' | 'entity_id'> &
  Partial<Pick<Event, 'before' | 'after'>>
