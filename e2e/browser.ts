import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const INSTALLED = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser']
const APPLE = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * The options of a page. Its service worker loads all other code in the background, which takes more processor time than
 * most tests: a test of the service worker allows it.
 */
export const PAGE_OPTIONS: BrowserContextOptions = { locale: 'tr-TR', serviceWorkers: 'block' }

const launched: Browser[] = []

interface Program {
  executablePath: string
  env?: Record<string, string>
}

/**
 * A Chromium for the tests: `CHROME_PATH`, else an installed one, else the one that npm brought with the libraries it needs.
 * @throws Error in one line when there is none: browser tests are never skipped in silence.
 */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findProgram()
  const shell = env ? ['--headless=shell'] : []
  const browser = await chromium.launch({ executablePath, args: [...shell, ...ARGS], ...(env ? { env } : {}) })
  launched.push(browser)
  return browser
}

/** The pages that are open now. */
export const openPages = (): Page[] =>
  launched.flatMap((browser) => browser.contexts()).flatMap((context) => context.pages())

async function findProgram(): Promise<Program> {
  const named = process.env['CHROME_PATH']
  if (named) {
    if (existsSync(named)) return { executablePath: named }
    throw new Error(`CHROME_PATH names ${named}, which does not exist.`)
  }
  const installed = INSTALLED.map(onPath).find((path) => path !== null) ?? (existsSync(APPLE) ? APPLE : null)
  if (installed) return { executablePath: installed }
  if (process.platform === 'linux' && process.arch === 'x64') return unpacked()
  throw new Error('The browser tests need Chrome or Chromium: install one, or set CHROME_PATH to its program.')
}

function onPath(name: string): string | null {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : null
}

/** Unpacks npm's Chromium once per version and user. Processes that do it at the same time each unpack a copy; one copy stays. */
async function unpacked(): Promise<Program> {
  const packed = join(dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')))), 'bin')
  const { version } = JSON.parse(await readFile(join(packed, '../package.json'), 'utf8')) as { version: string }
  const caches = await cacheFolder()
  const folder = join(caches, `chromium-${version}`)
  if (!existsSync(join(folder, 'chromium'))) {
    const fresh = await mkdtemp(join(caches, 'unpacking-'))
    await brotli(join(packed, 'al2023.tar.br'), join(fresh, 'libraries.tar'))
    const tar = spawnSync('tar', ['-xf', join(fresh, 'libraries.tar'), '-C', fresh], { encoding: 'utf8' })
    if (tar.status !== 0)
      throw new Error(`The browser's libraries cannot be unpacked into ${fresh}: ${tar.stderr || 'no tar program'}`)
    await rm(join(fresh, 'libraries.tar'))
    await brotli(join(packed, 'chromium.br'), join(fresh, 'chromium'))
    await chmod(join(fresh, 'chromium'), 0o755)
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }))
  }
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, LD_LIBRARY_PATH: join(folder, 'lib') }
  return { executablePath: join(folder, 'chromium'), env }
}

async function brotli(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to))
}

/** The user's cache folder, or a folder per user under the temporary one when the home is not writable. */
async function cacheFolder(): Promise<string> {
  const own = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'dalyan')
  try {
    await mkdir(own, { recursive: true })
    return own
  } catch {
    const temporary = join(tmpdir(), `dalyan-cache-${process.getuid?.() ?? 0}`)
    await mkdir(temporary, { recursive: true, mode: 0o700 })
    return temporary
  }
}
