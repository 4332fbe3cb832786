// npm run test:disk: the full product on a disk that hangs for minutes, and on a full one.
import { spawnSync } from 'node:child_process'
import { build, install, root, run, runtime } from './setup.mjs'

const missing = ['mkfs.ext4', 'mount', 'fsfreeze', 'fallocate'].filter(
  (command) => spawnSync(command, ['-V'], { cwd: root }).error,
)

if (process.getuid?.() !== 0) {
  process.stdout.write('Only root can mount a disk and freeze it: nothing is tested.\n')
} else if (missing.length > 0) {
  process.stdout.write(`${missing.join(' and ')} not installed: nothing is tested.\n`)
} else {
  install()
  const node = runtime()
  await build(node)
  run(node, ['node_modules/vitest/vitest.mjs', 'run', '--project=disk'])
}
