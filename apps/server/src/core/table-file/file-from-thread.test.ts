import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { expect, test } from 'vitest'
import { fileFromThread } from './file-from-thread.ts'

const SENDER = new URL('./send-from-thread.ts', import.meta.url).href

/** A thread that sends the chunks of an async generator with this body. */
function fileOf(body: string, task?: unknown) {
  const script = `import { Readable } from 'node:stream'
    import { workerData } from 'node:worker_threads'
    import { sendFromThread } from '${SENDER}'
    sendFromThread(Readable.from((async function* () { ${body} })(), { objectMode: false }))`
  return fileFromThread(new URL(`data:text/javascript,${encodeURIComponent(script)}`), task)
}

const ENDLESS = `for (;;) yield 'x'.repeat(10_000)`

test('a file from a thread arrives complete and in order', async () => {
  const content = fileOf(`for (let i = 0; i < workerData; i += 1) yield i + ','`, 20_000)
  expect((await buffer(content)).toString()).toBe(Array.from({ length: 20_000 }, (_, i) => `${i},`).join(''))
})

test('a file can be read after its thread has ended', async () => {
  const content = fileOf(`yield 'short'`)
  content.read(0)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect((await buffer(content)).toString()).toBe('short')
})

test.each([
  ['throws', 'throw new Error("broken")', 'broken'],
  ['ends itself', 'process.exit(0)', 'too early'],
  [
    'takes more memory than it may',
    'const all = []; for (;;) all.push(Array.from({ length: 1000 }, () => ({})))',
    'memory',
  ],
])('a file fails when its thread %s in the middle', async (_, end, message) => {
  const content = fileOf(`yield 'x'.repeat(200_000); ${end}`)
  await expect(buffer(content)).rejects.toThrow(message)
})

test('a thread keeps less memory for new objects than the process may', async () => {
  setFlagsFromString('--max-semi-space-size=32')
  const content = fileOf(`
    const { getHeapSpaceStatistics } = await import('node:v8')
    const kept = []
    for (let i = 0; i < 3_000_000; i += 1) kept[i % 200_000] = { i }
    yield String(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size)`)
  expect(Number(await buffer(content))).toBeLessThanOrEqual(8 * 1024 * 1024)
})

test('a file that its reader closed early is closed when its thread has ended', async () => {
  const content = fileOf(ENDLESS)
  await once(content, 'readable')
  content.destroy()
  expect(content.closed).toBe(false)
  await once(content, 'close')
})

test('a thread that does not answer is terminated', async () => {
  const content = fileOf(`yield 'x'; await new Promise((resolve) => setTimeout(resolve, 100)); for (;;) {}`)
  await once(content, 'readable')
  content.destroy()
  await once(content, 'close')
})

test('a thread makes no more chunks than are requested', async () => {
  const content = fileOf(`for (let i = 1; ; i += 1) yield String(i).padStart(10_000)`)
  await once(content, 'readable')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(content.readableLength).toBeLessThan(300_000)
  content.destroy()
})
