// npm start [-- --demo]: installs, builds and runs the product.
import { build, install, run, runtime, SERVER } from './setup.mjs'

install()
const node = runtime()
await build(node)
run(node, [...SERVER, ...process.argv.slice(2)])
