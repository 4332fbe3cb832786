// npm run dev: the server, restarted at every change, and Vite's page on http://localhost:5173, which forwards its calls to the server.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environment, install, root, runtime, SERVER } from './setup.mjs'

const PAGE = 'http://localhost:5173'
const parent = process.ppid

install()
const node = runtime()
const env = {
  // The server accepts this page's live connection, and the page finds the server.
  BASE_URL: PAGE,
  DALYAN_SERVER: `http://127.0.0.1:${process.env.PORT || 8000}`,
  ...environment(node),
}
const watched = ['apps/server/src', 'packages/contracts/src'].map((folder) => `--watch-path=${folder}`)
const vite = [join(root, 'node_modules/vite/bin/vite.js'), '--port', new URL(PAGE).port, '--strictPort']
// Separate process groups, so that Ctrl-C reaches only this process, which then signals each program once.
const options = { env, stdio: ['ignore', 'inherit', 'inherit'], detached: process.platform !== 'win32' }
const main = ['--watch-preserve-output', ...SERVER, ...process.argv.slice(2)]
const programs = [
  spawn(node, [...watched, ...main], { ...options, cwd: root }),
  spawn(node, vite, { ...options, cwd: join(root, 'apps/web') }),
]
let isEnding = false
function end() {
  // A second signal would interrupt the server's own shutdown.
  if (isEnding) return
  isEnding = true
  for (const program of programs) program.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
for (const program of programs) program.on('exit', end)
// npm does not forward signals, so the programs are ended when npm is gone.
setInterval(() => process.ppid !== parent && end(), 500).unref()
