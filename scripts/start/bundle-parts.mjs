/** Programs beside the server: what a thread or a child process runs is loaded by its file name, so it is an entry. */
export const BESIDE = /-(worker|child)\.ts$/

/**
 * Packages that load files of their own: native code, wasm. They stay in node_modules; all others go in, which halves
 * the time of a start.
 */
export const OUTSIDE = ['@duckdb/node-bindings*', '@node-rs/argon2', '@photostructure/sqlite', 'libpg-query']

/** CommonJS imported for its names at run time: only Node itself finds them. */
export const NAMED = ['cookie']

/** Asked for by a package that works without: nobody installs them. */
export const OPTIONAL = ['bufferutil', 'pg-native', 'utf-8-validate']

/**
 * Packages inside the bundle that speak of files of their own, each with the reason why none is missed.
 * @type {Readonly<Record<string, string>>}
 */
export const HARMLESS = {
  'minijinja-js': 'the worker reads the wasm itself and hands it over',
  pino: 'only transports are loaded from files, and none is used',
  'thread-stream': 'only transports of pino need it',
}

/** CommonJS packages imported on demand for their default alone, which is all that a bundle keeps of them. */
export const DEFAULT_ONLY = ['@fastify/websocket']
