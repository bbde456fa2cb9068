/** The level of a grant. Each level includes the ones before it. */
export const GRANT_LEVELS = ['see', 'explore', 'edit'] as const
export type GrantLevel = (typeof GRANT_LEVELS)[number]

/** True if a level includes another one. */
export function includesLevel(level: GrantLevel, requiredLevel: GrantLevel): boolean {
  return GRANT_LEVELS.indexOf(level) >= GRANT_LEVELS.indexOf(requiredLevel)
}
