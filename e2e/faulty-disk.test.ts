import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { alarmsApi } from '@dalyan/contracts/alarms'
import { homeApi } from '@dalyan/contracts/home'
import { systemApi } from '@dalyan/contracts/system'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startEmbeddedCluster } from '../apps/server/src/core/database/embedded-cluster.ts'
import { missingReadings, postReading, readingName } from './devices.ts'
import { startProcess, type Product } from './product.ts'
import { report, signIn, watchedTank } from './users.ts'

// A disk of its own that hangs, as that of a machine in a network or a worn memory card does, and that becomes full: `npm run test:disk`. Not a part
// of `npm test`, because only root can mount and freeze a file system.

const DISK_BYTES = 3 * 1024 ** 3
const TANKS = 20
/** Before jobs waited, what gave up and began again had used up PostgreSQL's sessions after 100 s with the demo, 170 s with these tanks. */
const HANGS_MS = 180_000
const FULL_FOR_MS = 60_000
const LOOK_EVERY_MS = 3_000
/** Half of the terminals send so rarely that the alarm clock ticks several times between the end of a fault and their next reading. */
const [OFTEN_MS, SELDOM_MS] = [500, 15_000]

const folder = mkdtempSync(join(tmpdir(), 'dalyan-disk-'))
const [image, mounted] = [join(folder, 'image'), join(folder, 'mounted')]
/** Where users and terminals reach the product, and the database that is on the disk. */
interface Served {
  users: Product
  devices: Product
  databaseUrl: string
  stop(): Promise<unknown>
}
let served: Served

beforeAll(() => {
  writeFileSync(image, '')
  truncateSync(image, DISK_BYTES)
  mkdirSync(mounted)
  chmodSync(folder, 0o755)
  // Nothing reserved for root, which PostgreSQL could use.
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image])
  execFileSync('mount', ['-o', 'loop', image, mounted])
  chmodSync(mounted, 0o755)
})
afterAll(() => {
  execFileSync('umount', [mounted])
  rmSync(folder, { recursive: true })
})

async function startOne(): Promise<Served> {
  const data = join(mounted, 'data')
  mkdirSync(data)
  const product = await startProcess({ DATA_DIR: data })
  const read = (name: string) => readFileSync(join(data, name), 'utf8')
  const port = read('postgres/postmaster.pid').split('\n')[3]
  const databaseUrl = `postgres://dalyan:${read('postgres.password').trim()}@127.0.0.1:${port}/dalyan`
  return { users: product, devices: product, databaseUrl, stop: product.stop }
}

/** PostgreSQL on the disk, and one process of each role. */
async function startRoles(): Promise<Served> {
  const cluster = await startEmbeddedCluster({ directory: join(mounted, 'postgres') })
  const databaseUrl = cluster.ownerUrl
  const SECRETS_KEY = randomBytes(32).toString('base64')
  const start = (ROLES: string) =>
    startProcess({ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, ROLES), SECRETS_KEY, ROLES })
  // The first one migrates the database.
  const users = await start('web')
  const [devices, jobs] = await Promise.all([start('ingest'), start('jobs')])
  const stop = async () => {
    await Promise.all([users, devices, jobs].map((process) => process.stop()))
    await cluster.stop()
  }
  return { users, devices, databaseUrl, stop }
}

/** Terminals that send until `check` is over. */
async function whileTerminalsSend(
  prefix: string,
  check: (farm: {
    acknowledged: ReadonlySet<string>
    /** The statuses of readings that were sent and answered while it is set. */
    during: { statuses: (number | undefined)[] } | null
    /** Reads two pages. @throws where one cannot be read */
    look: () => Promise<void>
    slowest: { ms: number }
  }) => Promise<void>,
): Promise<void> {
  const { users, devices, databaseUrl } = served
  const admin = await signIn(users)
  const tanks = await Promise.all(Array.from({ length: TANKS }, (_, n) => watchedTank(admin, `${prefix}-${n}`)))
  // Less than the faults last: a terminal whose readings are not taken is not silent.
  for (const { terminal } of tanks) await admin.call(terminalsApi.update, { offline_after_seconds: 30 }, terminal.id)
  // One alarm, so that its tables have pages with space: on a full disk PostgreSQL can write into these.
  const [tank] = tanks
  // Again until an ingest process has learnt of the terminal.
  if (tank) await vi.waitFor(() => report(devices, tank, { ph: 9 }), { timeout: 10_000, interval: 500 })
  const acknowledged = new Set<string>()
  const slowest = { ms: 0 }
  const farm: Parameters<typeof check>[0] = { acknowledged, during: null, look, slowest }
  let isOver = false
  const sending = tanks.map(async ({ terminal }, n) => {
    while (!isOver) {
      const [at, began] = [Date.now(), farm.during]
      const reply = await postReading(devices, terminal, at)
      if (reply?.status === 201) acknowledged.add(readingName(terminal.code, at))
      if (began === farm.during) began?.statuses.push(reply?.status)
      await sleep(n % 2 === 0 ? OFTEN_MS : SELDOM_MS)
    }
  })
  async function look(): Promise<void> {
    for (const endpoint of [tanksApi.list, homeApi.home]) {
      const began = performance.now()
      await admin.call(endpoint)
      slowest.ms = Math.max(slowest.ms, performance.now() - began)
    }
  }
  try {
    await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(TANKS), { timeout: 20_000 })
    await check(farm)
    const before = acknowledged.size
    await vi.waitFor(
      async () => {
        expect(await ready()).toBe(200)
        expect(acknowledged.size).toBeGreaterThan(before + TANKS)
      },
      { timeout: 30_000, interval: 500 },
    )
  } finally {
    isOver = true
    await Promise.all(sending)
  }
  await look()
  expect(await missingReadings(databaseUrl, acknowledged)).toEqual([])
  const { data: alarms } = await admin.call(alarmsApi.list)
  expect(alarms.flatMap(({ kind, tank }) => (kind === 'silent' ? [tank?.code] : []))).toEqual([])
}

/** The status of the process that takes readings. */
const ready = async () => (await fetch(served.devices.page + systemApi.readyz.path)).status

async function fillDisk(): Promise<void> {
  const filler = join(mounted, 'filler')
  /** Fills what is free, also what PostgreSQL gives back meanwhile. */
  function fill(): void {
    const { bavail, bsize } = statfsSync(mounted)
    try {
      appendFileSync(filler, Buffer.alloc(Math.min(bavail * bsize, 64 * 1024 ** 2)))
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
  }
  await whileTerminalsSend('FULL', async (farm) => {
    const { bavail, bsize } = statfsSync(mounted)
    execFileSync('fallocate', ['-l', String(bavail * bsize - 64 * 1024), filler])
    const filling = setInterval(fill, 200)
    try {
      await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 60_000, interval: 200 })
      const { statuses } = (farm.during = { statuses: [] })
      const states: number[] = []
      for (const since = Date.now(); Date.now() - since < FULL_FOR_MS;) {
        states.push(await ready())
        await farm.look()
        await sleep(500)
      }
      expect(new Set(states)).toEqual(new Set([503]))
      farm.during = null
      expect(statuses.length).toBeGreaterThan(TANKS)
      expect(statuses).not.toContain(201)
      expect(farm.slowest.ms).toBeLessThan(2_000)
    } finally {
      clearInterval(filling)
      rmSync(filler)
    }
  })
}

describe('one process', () => {
  beforeAll(async () => {
    served = await startOne()
  })
  afterAll(() => served.stop())

  test('on a disk that hangs for three minutes pages can be read, no reading is acknowledged, and afterwards all is well by itself', async () => {
    await whileTerminalsSend('HANGS', async (farm) => {
      execFileSync('fsfreeze', ['--freeze', mounted])
      try {
        const since = Date.now()
        await sleep(1_000)
        const { statuses } = (farm.during = { statuses: [] })
        while (Date.now() - since < HANGS_MS) {
          await farm.look()
          await sleep(LOOK_EVERY_MS)
        }
        expect(await ready()).toBe(503)
        farm.during = null
        expect(statuses.length).toBeGreaterThan(TANKS)
        expect(statuses).not.toContain(201)
        expect(farm.slowest.ms).toBeLessThan(2_000)
      } finally {
        execFileSync('fsfreeze', ['--unfreeze', mounted])
      }
    })
  })

  test(
    'on a full disk pages can be read, the server says all the time that it is not ready, and it stores again once there is space',
    fillDisk,
  )
})

describe('a process of each role', () => {
  beforeAll(async () => {
    served = await startRoles()
  })
  afterAll(() => served.stop())

  test(
    'on a full disk pages can be read, the server says all the time that it is not ready, and it stores again once there is space',
    fillDisk,
  )
})
