// npm run verify-records: checks the chains of the kept reports and of the audit log; exit code 1 where one is broken.
import { install, run, runtime } from './setup.mjs'

install()
run(runtime(), ['apps/server/src/verify-records.ts', ...process.argv.slice(2)])
