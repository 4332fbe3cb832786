import { expect, test } from 'vitest'
import { createOrderedAcks } from './mqtt-connection.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))
function start() {
  const writes: number[][] = []
  const acks = createOrderedAcks(
    (frames) => writes.push(Array.from({ length: frames.length / 4 }, (_, n) => frames.readUInt16BE(n * 4 + 2))),
    () => undefined,
  )
  return { acks, writes }
}

test('a later message that is stored first waits for the earlier ones', async () => {
  const { acks, writes } = start()
  const [first, second, third] = [acks.expect(1, 11), acks.expect(1, 12), acks.expect(1, 13)]
  third()
  second()
  await turn()
  expect([writes, acks.pending()]).toEqual([[], 3])
  first()
  await turn()
  expect([writes, acks.pending()]).toEqual([[[11, 12, 13]], 0])
})

test('acknowledgements of messages stored together are sent in one write', async () => {
  const { acks, writes } = start()
  const done = Array.from({ length: 5 }, (_, n) => acks.expect(1, n + 1))
  for (const settle of done.slice(0, 3)) settle()
  await turn()
  for (const settle of done.slice(3)) settle()
  await turn()
  expect(writes).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
})

test('a message of QoS 0 keeps its position and is not acknowledged', async () => {
  const { acks, writes } = start()
  const [silent, loud] = [acks.expect(0, 0), acks.expect(1, 7)]
  loud()
  await turn()
  expect(writes).toEqual([])
  silent()
  await turn()
  expect(writes).toEqual([[7]])
})

test('a message of QoS 2 is answered with PUBREC, in the same order', async () => {
  const frames: Buffer[] = []
  const acks = createOrderedAcks(
    (bytes) => frames.push(bytes),
    () => undefined,
  )
  for (const settle of [acks.expect(2, 258), acks.expect(1, 3)]) settle()
  await turn()
  expect(Buffer.concat(frames)).toEqual(Buffer.from([0x50, 2, 1, 2, 0x40, 2, 0, 3]))
})
