// npm run test:mosquitto: publishes and subscribes with the clients of Mosquitto, by MQTT 3.1.1 and 5, against the full product, and runs the
// product behind Mosquitto as the broker.
import { spawnSync } from 'node:child_process'
import { build, install, root, run, runtime } from './setup.mjs'

const isMissing = (command) => spawnSync(command, ['-h'], { cwd: root }).error !== undefined
const broker = ['mosquitto', '/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto'].find((path) => !isMissing(path))

if (isMissing('mosquitto_pub') || broker === undefined) {
  process.stdout.write('Mosquitto is not installed (packages mosquitto and mosquitto-clients): nothing is tested.\n')
} else {
  process.env.MOSQUITTO = broker
  install()
  const node = runtime()
  await build(node)
  run(node, ['node_modules/vitest/vitest.mjs', 'run', '--project=mosquitto'])
}
