// npm run import -- <arguments>: imports recorded history; without arguments prints the usage.
import { install, run, runtime } from './setup.mjs'

install()
run(runtime(), ['apps/server/src/import-history.ts', ...process.argv.slice(2)])
