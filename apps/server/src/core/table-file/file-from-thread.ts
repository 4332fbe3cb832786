import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { collectNew } from '../processes/memory.ts'

/** To the thread: the reader requests the next chunk, or has disconnected. */
export type ToThread = 'pull' | 'stop'
/** From the thread: the next bytes; null: the file is complete. */
export type FromThread = Uint8Array<ArrayBuffer> | null

/** Limits of one thread, in MB. Its data becomes garbage at once, so a larger heap would only delay the collection. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }
/** A thread that still waits for the database after this time (sorting a day takes a while) is terminated. */
const STOP_WITHIN_MS = 1_000
const FREE_EVERY_BYTES = 4 * 1024 * 1024

/**
 * A file that a separate thread makes while it is sent, so that it burdens neither other calls nor the server's memory. `script` passes its file
 * to `sendFromThread`; `task` is its `workerData`. A chunk is made when the reader requests it. The file fails when its thread fails, and is
 * closed when its thread has ended.
 */
export function fileFromThread(script: URL, task: unknown): Readable {
  // The flag that the server starts with (scripts/setup.mjs) would replace the thread's limit. Heaps that exist, as the server's, keep theirs.
  setFlagsFromString('--max-semi-space-size=0')
  const thread = new Worker(script, { workerData: task, resourceLimits: LIMITS })
  const gone = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  const send = (message: ToThread) => thread.postMessage(message)
  const sent = sentBuffers()
  let isComplete = false

  const content = new Readable({
    read: () => send('pull'),
    destroy(error, done) {
      send('stop')
      const cut = setTimeout(() => void thread.terminate(), STOP_WITHIN_MS)
      void gone.then(() => {
        clearTimeout(cut)
        done(error)
      })
    },
  })
  thread.on('message', (bytes: FromThread) => {
    isComplete = bytes === null
    content.push(bytes)
    sent.add(bytes?.length ?? 0)
  })
  thread.on('error', (error) => content.destroy(error as Error))
  thread.on('exit', () => {
    if (!isComplete) content.destroy(new Error('the thread that makes a file ended too early'))
  })
  return content
}

/**
 * Frees buffers that have been sent. V8 counts the few bytes of their objects, not the kilobytes behind them, so 64 MB of them pile up in a
 * thread with few other objects before a collection.
 */
function sentBuffers(): { add(bytes: number): void } {
  let bytesSinceFreed = 0
  return {
    add(bytes) {
      bytesSinceFreed += bytes
      if (bytesSinceFreed < FREE_EVERY_BYTES) return
      bytesSinceFreed = 0
      collectNew()
    },
  }
}
