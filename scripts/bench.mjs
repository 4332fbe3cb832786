// npm run bench:<name>: one of benchmarks/, under the pinned Node.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build, give, install, root, run, runtime } from './setup.mjs'

const [name = '', ...args] = process.argv.slice(2)
const file = `benchmarks/${name}.ts`
if (!/^[a-z-]+$/.test(name) || !existsSync(join(root, file))) give(`There is no benchmark "${name}".`)
install()
const node = runtime()
await build(node)
run(node, [file, ...args])
