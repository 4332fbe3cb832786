// npm run import -- <arguments>: loads recorded history; without arguments it says how.
import { install, run, runtime } from './setup.mjs'

install()
run(runtime(), ['apps/server/src/import-history.ts', ...process.argv.slice(2)])
