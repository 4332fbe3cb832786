import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startLoad, untilMore } from './device-load.ts'
import { missingReadings } from './devices.ts'
import {
  onEmbedded,
  openIdleConnections,
  stopUnderLoad,
  untilAllIsOver,
  type EmbeddedProduct,
} from './fault-scenarios.ts'

test('SIGTERM under load ends with code 0, with everything acknowledged on disk', () =>
  stopUnderLoad(inject('databaseUrl'), 2, 20))

describe('with its own PostgreSQL nothing is left', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dalyan-stop-'))
    await chmod(folder, 0o755)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const onProduct = (scenario: (embedded: EmbeddedProduct) => Promise<void>) =>
    onEmbedded(inject('databaseUrl'), folder, scenario)

  test('after a stop with connections that never say a word, or stop half-way', () =>
    onProduct(async (embedded) => {
      const close = await openIdleConnections(embedded.product)
      embedded.product.process.kill('SIGTERM')
      expect(await untilAllIsOver(embedded)).toBe(0)
      close()
    }))

  test('after a signal to the whole tree at once, under load', () =>
    onProduct(async (embedded) => {
      const load = await startLoad(embedded.product, 20, 'TREE')
      await untilMore(load, 1_000)
      for (const pid of embedded.processes) process.kill(pid, 'SIGTERM')
      expect(await untilAllIsOver(embedded)).toBe(0)
      await load.end()
      await onProduct(async ({ databaseUrl }) => {
        expect(await missingReadings(databaseUrl, load.acknowledged)).toEqual([])
      })
    }))

  test('after signals one after another, with connections that keep the stop waiting', () =>
    onProduct(async (embedded) => {
      const close = await openIdleConnections(embedded.product)
      for (const pauseMs of [50, 200, 300, 1_200]) {
        for (const pid of embedded.processes.slice(0, 2)) process.kill(pid, 'SIGTERM')
        await sleep(pauseMs)
      }
      expect(await untilAllIsOver(embedded)).toBe(0)
      close()
    }))

  test('after a stop while PostgreSQL is frozen, under load', () =>
    onProduct(async (embedded) => {
      const load = await startLoad(embedded.product, 20, 'FROZEN')
      await untilMore(load, 1_000)
      for (const pid of embedded.processes.slice(embedded.processes.indexOf(embedded.postmaster))) {
        process.kill(pid, 'SIGSTOP')
      }
      await sleep(1_000)
      embedded.product.process.kill('SIGTERM')
      expect(await untilAllIsOver(embedded)).toBe(0)
      await load.end()
    }))

  test('after a second Ctrl-C that does not want to wait', () =>
    onProduct(async (embedded) => {
      const close = await openIdleConnections(embedded.product)
      embedded.product.process.kill('SIGINT')
      await sleep(1_300)
      embedded.product.process.kill('SIGINT')
      expect(await untilAllIsOver(embedded)).toBe(1)
      expect(embedded.said()).toContain('Ended at once.')
      close()
    }))

  test('but PostgreSQL where somebody else uses it, and one line says who', () =>
    onProduct(async (embedded) => {
      const guest = new pg.Client({ connectionString: embedded.databaseUrl, application_name: 'a guest' })
      guest.on('error', () => undefined)
      await guest.connect()
      expect(await embedded.product.stop()).toBe(0)
      expect(embedded.said()).toContain(
        `PostgreSQL (process ${embedded.postmaster}) goes on, because others use it: a guest.`,
      )
      expect((await guest.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      await guest.end()
    }))

  test('and what it made can be read by its owner alone', async () => {
    const made = (await readdir(folder)).filter((name) => name !== 'postgres')
    expect(made).toContain('postgres.log')
    for (const name of made) expect([name, (await stat(join(folder, name))).mode & 0o077]).toEqual([name, 0])
  })
})
