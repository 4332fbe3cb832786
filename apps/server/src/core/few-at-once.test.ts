import { expect, test } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

test('no more than that many run at once, in the order in which they came; one that fails makes room as well', async () => {
  const run = fewAtOnce(2)
  const begun: number[] = []
  const works = [1, 2, 3, 4].map(() => Promise.withResolvers<number>())
  const runs = works.map(({ promise }, i) =>
    run(() => {
      begun.push(i)
      return promise
    }),
  )
  const settled = Promise.allSettled(runs)
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  works[1]?.reject(new Error('broken'))
  await runs[1]?.catch(() => undefined)
  expect(begun).toEqual([0, 1, 2])
  works[0]?.resolve(10)
  expect(await runs[0]).toBe(10)
  expect(begun).toEqual([0, 1, 2, 3])
  works[2]?.resolve(30)
  works[3]?.resolve(40)
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await run(() => Promise.resolve('free again'))).toBe('free again')
})
