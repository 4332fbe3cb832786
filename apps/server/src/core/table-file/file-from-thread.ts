import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { sentBuffers } from './sent-buffers.ts'
import type { FromThread, ToThread } from './thread-messages.ts'

/** Of one thread, in MB. What it makes is garbage at once, so little is enough; with more it would only be collected later. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }
/** After it a thread that still waits for the database (sorting a day takes a while) is cut off. */
const STOP_WITHIN_MS = 1_000

/**
 * A file that a thread of its own makes while it is sent, so that neither the other calls nor the server's memory feel it. `script` hands its
 * file to `sendFromThread`; `task` is its `workerData`. A chunk is made when the reader asks for it. The file fails when its thread does, however that
 * ended, and is closed when its thread is gone.
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
