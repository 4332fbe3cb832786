import { expect, test } from 'vitest'
import { memoryReturner } from './memory.ts'

const MB = 1024 * 1024

/** A calm process of 200 MB, already looked at once; `used`: what is left after its memory was returned. */
function calmProcess({ used = 200 }: { used?: number } = {}) {
  const state = { minutes: 0, residentMb: 200, busy: 0.01, returns: 0 }
  const run = memoryReturner(
    () => ({ now: state.minutes * 60_000, residentBytes: state.residentMb * MB, busy: state.busy }),
    () => {
      state.returns += 1
      state.residentMb = used
    },
  )
  run()
  return { state, run }
}

test('memory is returned once after a process has grown and is calm', () => {
  const { state, run } = calmProcess()
  expect(run()).toBe(false)
  state.residentMb = 420
  expect(run()).toBe(true)
  expect(run()).toBe(false)
  expect(state.returns).toBe(1)
})

test('a busy process keeps its memory until it is calm for two looks', () => {
  const { state, run } = calmProcess()
  Object.assign(state, { residentMb: 420, busy: 0.6 })
  expect(run()).toBe(false)
  state.busy = 0.1
  expect([run(), run()]).toEqual([false, true])
})

test('memory that is still in use is not collected for again', () => {
  const { state, run } = calmProcess({ used: 410 })
  state.residentMb = 420
  expect(run()).toBe(true)
  state.minutes = 20
  expect(run()).toBe(false)
  state.residentMb = 500
  expect(run()).toBe(true)
})

test('a process that grew by little keeps what it has', () => {
  const { state, run } = calmProcess()
  state.residentMb = 255
  expect(run()).toBe(false)
})

test('memory that is needed again at once is not returned a second time for some minutes', () => {
  const { state, run } = calmProcess()
  state.residentMb = 420
  expect(run()).toBe(true)
  Object.assign(state, { minutes: 5, residentMb: 420 })
  expect(run()).toBe(false)
  state.minutes = 11
  expect(run()).toBe(true)
})
