// npm start [-- --demo]: installs, builds and runs the product.
import { build, install, run, runtime } from './setup.mjs'

install()
const node = runtime()
await build(node)
run(node, ['apps/server/src/main.ts', ...process.argv.slice(2)])
