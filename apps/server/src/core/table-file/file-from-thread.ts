import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { sentBuffers } from './sent-buffers.ts'
import type { FromThread, ToThread } from './thread-messages.ts'

/** Limits of one thread, in MB. Its data becomes garbage at once, so a larger heap would only delay the collection. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }
/** A thread that still waits for the database after this time (sorting a day takes a while) is terminated. */
const STOP_WITHIN_MS = 1_000

/**
 * A file that a separate thread makes while it is sent, so that it burdens neither other calls nor the server's memory. `script` passes its file
 * to `sendFromThread`; `task` is its `workerData`. A chunk is made when the reader requests it. The file fails when its thread fails, and is
 * closed when its thread has ended.
 */
export function fileFromThread(script: URL, task: unknown): Readable {
  const thread = new Worker(script, { workerData: task, resourceLimits: LIMITS })
  const gone = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  const send = (message: ToThread) => thread.postMessage(message)
  const sent = sentBuffers()
  let isWhole = false

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
    isWhole = bytes === null
    content.push(bytes)
    sent.add(bytes?.length ?? 0)
  })
  thread.on('error', (error) => content.destroy(error as Error))
  thread.on('exit', () => {
    if (!isWhole) content.destroy(new Error('the thread that makes a file ended too early'))
  })
  return content
}
