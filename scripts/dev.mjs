// npm run dev: the server, started again at every change, and Vite's page on http://localhost:5173 with its calls passed on to it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environment, install, root, runtime } from './setup.mjs'

install()
const node = runtime()
const options = { env: environment(node), stdio: 'inherit' }
const watched = ['apps/server/src', 'packages/contracts/src'].map((folder) => `--watch-path=${folder}`)
const programs = [
  spawn(node, [...watched, '--watch-preserve-output', 'apps/server/src/main.ts', ...process.argv.slice(2)], {
    ...options,
    cwd: root,
  }),
  spawn(node, [join(root, 'node_modules/vite/bin/vite.js')], { ...options, cwd: join(root, 'apps/web') }),
]
const end = () => programs.forEach((program) => program.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
for (const program of programs) program.on('exit', end)
