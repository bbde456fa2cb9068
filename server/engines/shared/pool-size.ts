import { DEFAULT_POOL_SIZE } from '#core/rest/pool-size.ts'
import type { Settings } from '../engine.ts'

/** Returns the maximum number of connections for queries; further queries wait. Catalogue queries have others. */
export const poolSizeIn = (settings: Settings): number => Number(settings['pool_size'] ?? DEFAULT_POOL_SIZE)
