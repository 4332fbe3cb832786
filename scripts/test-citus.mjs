// npm run test:citus: the tests of devices, measurements, alarms, logs, tanks, terminals and the overview on a Citus cluster (scripts/citus.sh starts one).
import { install, run, runtime } from './setup.mjs'

if (!process.env.CITUS_URL) {
  process.stdout.write('CITUS_URL names no coordinator of a Citus cluster: nothing is tested.\n')
} else {
  install()
  run(runtime(), ['node_modules/vitest/vitest.mjs', 'run', '--project=citus'])
}
