// npm run test:pooler: the full product behind PgBouncer in transaction mode.
import { spawnSync } from 'node:child_process'
import { build, install, root, run, runtime } from './setup.mjs'

if (spawnSync('pgbouncer', ['--version'], { cwd: root }).error) {
  process.stdout.write('pgbouncer is not installed (package pgbouncer): nothing is tested.\n')
} else {
  install()
  const node = runtime()
  await build(node)
  run(node, ['node_modules/vitest/vitest.mjs', 'run', '--project=pooler'])
}
