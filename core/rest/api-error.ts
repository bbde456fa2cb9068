import { CatalogueError, type CatalogueErrorOptions } from './catalogue-error.ts'
import { type ErrorCode, errors } from './errors.ts'

/** An error with any code of the catalogue, which is only loaded on the server. */
export class ApiError extends CatalogueError {
  constructor(code: ErrorCode, options: CatalogueErrorOptions = {}) {
    super(code, errors[code], options)
  }

  /** True for every error of the catalogue, including those of code that browsers share. */
  static override [Symbol.hasInstance](value: unknown): value is ApiError {
    return value instanceof CatalogueError
  }
}
