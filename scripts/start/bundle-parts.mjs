/**
 * Scripts next to the server: those of a thread or a child process are loaded by file name, so each is an entry point.
 */
export const ADJACENT_ENTRY = /-(worker|child)\.ts$/

/**
 * Packages that load files: native code, wasm. They stay in node_modules; all others are bundled, which halves the
 * start time.
 */
export const EXTERNAL_PACKAGES = [
  '@duckdb/node-bindings*',
  '@guanmingchiu/sqlparser-ts',
  '@node-rs/argon2',
  '@photostructure/sqlite',
  'libpg-query',
]

/** CommonJS packages with named imports at run time, which only Node can resolve. */
export const NAMED_FILES = ['cookie']

/** Optional dependencies of packages. A start does not install them, so they are left out even where they exist. */
export const OPTIONAL_PACKAGES = ['bufferutil', 'pg-native', 'supports-color', 'utf-8-validate']

/**
 * Packages inside the bundle that speak of files of their own, each with the reason why none is missed.
 * @type {Readonly<Record<string, string>>}
 */
export const HARMLESS_WARNINGS = {
  'minijinja-js': 'the worker reads the wasm itself and hands it over',
  pino: 'only transports are loaded from files, and none is used',
  'thread-stream': 'only transports of pino need it',
}

/** CommonJS packages imported on demand only for their default export, which is all that a bundle keeps of them. */
export const DEFAULT_EXPORT_ONLY = ['@fastify/websocket', '@node-saml/node-saml']
