// Exports used only by tests are allowed; exports without any use are not.
const isProduction = process.argv.includes('--production')

export default {
  entry: [
    'client/boot.ts!',
    'server/{main,facet}.ts!',
    'demo/load.ts!',
    '{charts,filters,controls}/*/View.tsx!',
    'ui/*/*.tsx!',
    'client/vite.config.ts!',
    'scripts/*.mjs!',
    'scripts/start/{bundle-server,parent-watchdog}.mjs!',
    'scripts/test/{loopback-only,load}.mjs!',
    'scripts/test/engines/chdb-server.mjs!',
    'scripts/test/{extended,shuffle}.mjs!',
    'scripts/mutate/{host,setup,switch,vitest.config}.mjs!',
    'server/**/*-{worker,child}.ts!',
    'e2e/*.ts',
    'bench/*.ts',
    'stress/soak/{main,rounds}.ts',
    'stress/soak/clock-preload.mjs',
    'stress/fuzz/{main.ts,inside.mjs}',
    'testing/store-writer.ts',
    'testing/task-worker.ts',
  ],
  project: [
    '{core,ui,calls,controls,filters,charts,client,server,demo}/**/*.{ts,tsx}!',
    'scripts/**/*.mjs!',
    '!**/*.test.{ts,tsx,mjs}!',
    '{testing,e2e,bench}/**/*.{ts,tsx}',
    'stress/**/*.{ts,mjs}',
  ],
  ignoreDependencies: [
    // Loaded by name, because it has no types.
    'oidc-provider',
    '@guanmingchiu/sqlparser-ts',
    '@fontsource-variable/inter',
    '@fontsource-variable/jetbrains-mono',
    '@biomejs/biome',
    '@typescript/native',
    'dependency-cruiser',
    'oxlint',
    'oxlint-tsgolint',
    'semver',
  ],
  ignoreExportsUsedInFile: isProduction ? true : { interface: true, type: true },
}
