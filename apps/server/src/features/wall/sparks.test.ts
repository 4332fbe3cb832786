import { expect, test } from 'vitest'
import { instantAt } from '../../core/clock.ts'
import { createLogger } from '../../core/log.ts'
import { createSparks } from './sparks.ts'

const MINUTE = 60_000
const START = Date.parse('2026-11-20T10:05:00.000Z')
const WANTED = { tank_id: 1, metric: 'ph' } as const

/** Courses of stored readings, read as the database would. */
function fakeFarm() {
  const clock = { at: START, now: () => clock.at }
  const stored: { at: number; value: number }[] = []
  const asked: string[] = []
  async function listCourses(ids: readonly number[], _: string, from: string) {
    asked.push(from)
    const bucketOf = (at: number) => Math.floor((at - Date.parse(from)) / (15 * MINUTE))
    return stored
      .filter(({ at }) => at >= Date.parse(from))
      .flatMap(({ at, value }) => ids.map((tank_id) => ({ tank_id, i: bucketOf(at), min: value, max: value })))
  }
  const sparks = createSparks({ clock, log: createLogger('silent'), repository: { listCourses } })
  const store = (at: number, value: number) => void stored.push({ at, value })
  async function read() {
    await sparks.prepare([WANTED])
    await Promise.resolve()
    const [newest] = stored.toSorted((a, b) => b.at - a.at)
    if (!newest) throw new Error('no reading')
    const value = { value: newest.value, measured_at: instantAt(newest.at), out: false }
    const spark = sparks.sparkOf(WANTED, value)
    expect(JSON.parse(sparks.sparkText(WANTED, value).toString())).toEqual(spark)
    return spark.min.filter((one) => one !== null)
  }
  /** A request that finds the course old is answered before it is read again. */
  async function readTwice() {
    await read()
    await new Promise((resolve) => setImmediate(resolve))
    return read()
  }
  return { clock, store, asked, read, readTwice }
}

test('the text of a course equals the course, whichever bucket the newest value is in', async () => {
  const { clock, store, read } = fakeFarm()
  store(START - 50 * MINUTE, 7.5)
  expect(await read()).toEqual([7.5])
  store(START - MINUTE, 8)
  expect(await read()).toEqual([7.5, 8])
  store(START, 7.25)
  expect(await read()).toEqual([7.5, 7.25])
  clock.at += 10 * MINUTE
  expect(await read()).toEqual([7.5, 7.25])
})

test('after a minute the two newest buckets are read again, and all of them when a bucket begins', async () => {
  const { clock, store, asked, read, readTwice } = fakeFarm()
  store(START - 50 * MINUTE, 7.5)
  store(START - MINUTE, 8)
  await read()
  clock.at += 2 * MINUTE
  store(START - 30 * MINUTE, 6)
  store(START - 10 * MINUTE, 7)
  store(START + MINUTE, 9)
  expect(await readTwice()).toEqual([7.5, 7, 8])
  clock.at += 9 * MINUTE
  expect(await readTwice()).toEqual([7.5, 6, 7, 8])
  expect(asked).toEqual(['2026-11-20T04:00:00.000Z', '2026-11-20T09:45:00.000Z', '2026-11-20T04:15:00.000Z'])
})
