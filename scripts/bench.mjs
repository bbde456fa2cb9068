import { bench } from './bench/bench.mjs'

await bench(process.argv.slice(2))
