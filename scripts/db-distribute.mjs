// npm run db:distribute: spreads the readings over the nodes of the Citus cluster whose coordinator DATABASE_URL names.
import { install, run, runtime } from './setup.mjs'

install()
run(runtime(), ['apps/server/src/distribute-database.ts'])
