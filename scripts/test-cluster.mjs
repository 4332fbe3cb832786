// npm run test:cluster: two processes of each role behind HAProxy and Mosquitto, of which each is killed in turn under load.
import { spawnSync } from 'node:child_process'
import { build, install, root, run, runtime } from './setup.mjs'

const find = (name) =>
  [name, `/usr/sbin/${name}`, `/usr/local/sbin/${name}`].find((path) => !spawnSync(path, ['-h'], { cwd: root }).error)
const [haproxy, mosquitto] = ['haproxy', 'mosquitto'].map(find)

if (haproxy === undefined || mosquitto === undefined) {
  process.stdout.write(
    'HAProxy or Mosquitto is not installed (Debian and Ubuntu: apt install haproxy mosquitto): nothing is tested.\n',
  )
} else {
  process.env.HAPROXY = haproxy
  process.env.MOSQUITTO = mosquitto
  install()
  const node = runtime()
  await build(node)
  run(node, ['node_modules/vitest/vitest.mjs', 'run', '--project=cluster'])
}
