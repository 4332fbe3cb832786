import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const FREE_EVERY_BYTES = 4 * 1024 * 1024

/**
 * Frees buffers that have been sent. V8 counts the few bytes of their objects, not the kilobytes behind them, so 64 MB of them pile up in a
 * thread with few other objects before a collection. Collecting the young generation takes a millisecond.
 */
export function sentBuffers(): { add(bytes: number): void } {
  let bytesSinceFreed = 0
  return {
    add(bytes) {
      bytesSinceFreed += bytes
      if (bytesSinceFreed < FREE_EVERY_BYTES) return
      bytesSinceFreed = 0
      collect?.({ type: 'minor' })
    },
  }
}

const collect = collector()

/** The only method that works in a process without flags. */
function collector(): NodeJS.GCFunction | undefined {
  setFlagsFromString('--expose-gc')
  const found = runInNewContext('gc') as NodeJS.GCFunction | undefined
  setFlagsFromString('--no-expose-gc')
  return found
}
