import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { homeApi } from '@dalyan/contracts/home'
import { systemApi } from '@dalyan/contracts/system'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { missingReadings, postReading, readingName } from './devices.ts'
import { startProcess, type Product } from './product.ts'
import { signIn, watchedTank } from './users.ts'

// A disk of its own that hangs, as that of a machine in a network or a worn memory card does: `npm run test:disk`. Not a part of `npm test`,
// because only root can freeze a file system.

const DISK_BYTES = 3 * 1024 ** 3
const TANKS = 20
/** Before jobs waited, what gave up and began again had used up PostgreSQL's sessions after 100 s with the demo, 170 s with these tanks. */
const HANGS_MS = 180_000
const LOOK_EVERY_MS = 3_000

const folder = mkdtempSync(join(tmpdir(), 'dalyan-disk-'))
const [image, mounted] = [join(folder, 'image'), join(folder, 'mounted')]
let product: Product

beforeAll(async () => {
  writeFileSync(image, '')
  truncateSync(image, DISK_BYTES)
  mkdirSync(mounted)
  execFileSync('mkfs.ext4', ['-q', image])
  execFileSync('mount', ['-o', 'loop', image, mounted])
  const data = join(mounted, 'data')
  mkdirSync(data)
  product = await startProcess({ DATA_DIR: data })
})
afterAll(async () => {
  await product?.stop()
  execFileSync('umount', [mounted])
  rmSync(folder, { recursive: true })
})

/** The address of the product's own PostgreSQL. */
function databaseUrl(): string {
  const read = (name: string) => readFileSync(join(mounted, 'data', name), 'utf8')
  const port = read('postgres/postmaster.pid').split('\n')[3]
  return `postgres://dalyan:${read('postgres.password').trim()}@127.0.0.1:${port}/dalyan`
}

test('on a disk that hangs for three minutes pages can be read, no reading is acknowledged, and afterwards all is well by itself', async () => {
  const admin = await signIn(product)
  const tanks = await Promise.all(Array.from({ length: TANKS }, (_, n) => watchedTank(admin, `DISK-${n}`)))
  const acknowledged = new Set<string>()
  let isHanging = false
  let isOver = false
  const whileHanging: (number | undefined)[] = []
  const sending = tanks.map(async ({ terminal }) => {
    while (!isOver) {
      const [at, began] = [Date.now(), isHanging]
      const reply = await postReading(product, terminal, at)
      if (reply?.status === 201) acknowledged.add(readingName(terminal.code, at))
      if (began && isHanging) whileHanging.push(reply?.status)
      await sleep(500)
    }
  })
  const ready = async () => (await fetch(product.page + systemApi.readyz.path)).status
  const slowest = { ms: 0 }
  async function look(): Promise<void> {
    for (const endpoint of [tanksApi.list, homeApi.home]) {
      const began = performance.now()
      await admin.call(endpoint)
      slowest.ms = Math.max(slowest.ms, performance.now() - began)
    }
  }
  try {
    await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(TANKS), { timeout: 20_000 })
    execFileSync('fsfreeze', ['--freeze', mounted])
    const since = Date.now()
    await sleep(1_000)
    isHanging = true
    while (Date.now() - since < HANGS_MS) {
      await look()
      await sleep(LOOK_EVERY_MS)
    }
    expect(await ready()).toBe(503)
    isHanging = false
    expect(whileHanging.length).toBeGreaterThan(TANKS)
    expect(whileHanging).not.toContain(201)
    expect(slowest.ms).toBeLessThan(2_000)
  } finally {
    isHanging = false
    execFileSync('fsfreeze', ['--unfreeze', mounted])
  }
  const before = acknowledged.size
  await vi.waitFor(
    async () => {
      expect(await ready()).toBe(200)
      expect(acknowledged.size).toBeGreaterThan(before + TANKS)
    },
    { timeout: 30_000, interval: 500 },
  )
  isOver = true
  await Promise.all(sending)
  await look()
  expect(await missingReadings(databaseUrl(), acknowledged)).toEqual([])
})
