import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { every } from '../every.ts'
import type { Logger } from '../log.ts'

const LOOK_EVERY_MS = 30_000
/** A collection of everything takes tenths of a second, so that little may wait for it. */
const CALM_BELOW = 0.25
const RETURN_FROM_BYTES = 64 * 1024 * 1024
/** Work that needs much memory again and again does not pay for a collection each time. */
const AT_MOST_EVERY_MS = 10 * 60_000

/** Made when it is first needed: the flag below belongs to the whole process. */
let collector: NodeJS.GCFunction | undefined

/** Runs the collector of V8, by the only method that works in a process without flags. */
function collect(options: NodeJS.GCOptions): void {
  if (!collector) {
    setFlagsFromString('--expose-gc')
    collector = runInNewContext('gc') as NodeJS.GCFunction
    setFlagsFromString('--no-expose-gc')
  }
  collector(options)
}

/** Collects new objects, which takes a millisecond. */
export function collectNew(): void {
  collect({ type: 'minor' })
}

interface Look {
  /** Milliseconds of a clock that only goes forward. */
  now: number
  residentBytes: number
  /** The share of the time since the last look in which the process was busy, 0 to 1. */
  busy: number
}

/**
 * Returns memory when the process has grown since the last time, ten minutes have passed since then, and two looks in a row found it calm: what
 * a crowd leaves is not garbage as soon as it goes.
 * @returns a function that looks once; true: it returned memory
 */
export function memoryReturner(look: () => Look, returnMemory: () => void): () => boolean {
  let least = look().residentBytes
  let next = 0
  let wasCalm = false
  return () => {
    const { now, residentBytes, busy } = look()
    least = Math.min(least, residentBytes)
    const isCalm = busy < CALM_BELOW
    const hasRested = wasCalm && isCalm
    wasCalm = isCalm
    if (!hasRested || now < next || residentBytes - least < RETURN_FROM_BYTES) return false
    returnMemory()
    next = now + AT_MOST_EVERY_MS
    // What is still in use is no reason to collect again.
    least = look().residentBytes
    return true
  }
}

/**
 * Returns to the system what thousands of terminals or browsers left behind when they went. V8 keeps the pages that it freed for new objects;
 * only a collection of last resort releases them.
 */
export function watchMemory(log: Logger): { stop(): Promise<void> } {
  let before = performance.eventLoopUtilization()
  const look = (): Look => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return { now: performance.now(), residentBytes: process.memoryUsage.rss(), busy: utilization }
  }
  const run = memoryReturner(look, () => collect({ type: 'major', flavor: 'last-resort' }))
  return every(LOOK_EVERY_MS, 'memory returned to the system', log, async () => run())
}
