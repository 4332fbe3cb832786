// npm run check:size: how many bytes of code a first visit of a screen loads at once, compressed as they are sent.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build, root, runtime } from './setup.mjs'

/** Most kB (of 1,000 bytes) of the entry, of the screen's own file, and of all that these import. Other code comes later. */
const LIMITS = { login: 200, TanksPage: 280, TankDetailPage: 290, WallPage: 280 }
const dist = join(root, 'apps/web/dist')
const assets = join(dist, 'assets')

await build(runtime())
const files = readdirSync(assets).filter((name) => name.endsWith('.js'))
// What the page's own script fetches before all else (apps/web/first-paint.ts).
const [, first = '[]'] = /const fetched = (\[.*?\])/.exec(readFileSync(join(dist, 'index.html'), 'utf8')) ?? []
const entries = JSON.parse(first).map((path) => path.split('/').at(-1))
for (const [screen, limit] of Object.entries(LIMITS)) {
  const own = screen === 'login' ? [] : files.filter((name) => name.startsWith(`${screen}-`))
  const loaded = new Set()
  for (const name of [...entries, ...own]) addWithImports(name, loaded)
  const size = Math.ceil([...loaded].reduce((sum, name) => sum + sentBytes(name), 0) / 1000)
  const isMet = entries.length > 0 && (screen === 'login' || own.length === 1) && size <= limit
  process.stdout.write(`${isMet ? '✓' : '✗'} ${screen}: ${size} kB in ${loaded.size} files, at most ${limit} kB\n`)
  if (!isMet) process.exitCode = 1
}

function addWithImports(name, loaded) {
  if (loaded.has(name)) return
  loaded.add(name)
  const code = readFileSync(join(assets, name), 'utf8')
  for (const [, imported] of code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w-]+\.js)["']/g))
    addWithImports(imported, loaded)
}

function sentBytes(name) {
  const path = join(assets, name)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}
