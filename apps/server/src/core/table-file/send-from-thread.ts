import type { Readable } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import type { FromThread, ToThread } from './thread-messages.ts'

/** The other end of `fileFromThread`. Whoever makes `content` lets go of all it holds when that is closed: then the thread ends by itself. */
export function sendFromThread(content: Readable): void {
  const port = parentPort
  if (!port) throw new Error('a file is sent from a thread of its own')
  const chunks: AsyncIterator<Uint8Array> = content[Symbol.asyncIterator]()
  const send = (bytes: FromThread) => port.postMessage(bytes, bytes ? [bytes.buffer] : [])
  let isStopped = false

  async function sendNext(): Promise<void> {
    const next = await chunks.next()
    // A buffer of its own: what is handed over is the whole buffer behind the bytes.
    send(next.done === true ? null : new Uint8Array(next.value))
    if (next.done === true) port?.close()
  }
  port.on('message', (message: ToThread) => {
    if (message === 'stop') {
      isStopped = true
      content.destroy()
      port.close()
      return
    }
    sendNext().catch((error: unknown) => {
      // Nobody catches it: the thread ends, and with it the file.
      if (!isStopped) throw error
    })
  })
}
