interface Pending {
  packetId: number
  isDone: boolean
}

/** The acknowledgements of one connection: they leave in the order in which the messages came (MQTT-4.6.0-2). */
export interface OrderedAcks {
  /** A message came; the returned function says that it is on disk. `packetId` 0 (QoS 0) is awaited and not acknowledged. */
  expect(packetId: number): () => void
  /** Messages that are not on disk yet. */
  pending(): number
}

const PUBACK = 0x40

/** @param write sends frames; @param onRoom is called when acknowledgements left. */
export function createOrderedAcks(write: (frames: Buffer) => void, onRoom: () => void): OrderedAcks {
  const queue: Pending[] = []
  let isDue = false

  function send(): void {
    isDue = false
    let count = 0
    let acks = 0
    for (const { isDone, packetId } of queue) {
      if (!isDone) break
      count += 1
      if (packetId > 0) acks += 1
    }
    if (count === 0) return
    const frames = Buffer.allocUnsafe(acks * 4)
    let at = 0
    for (const { packetId } of queue.splice(0, count)) {
      if (packetId === 0) continue
      frames[at] = PUBACK
      frames[at + 1] = 2
      frames.writeUInt16BE(packetId, at + 2)
      at += 4
    }
    if (acks > 0) write(frames)
    onRoom()
  }

  return {
    expect(packetId) {
      const entry: Pending = { packetId, isDone: false }
      queue.push(entry)
      return () => {
        entry.isDone = true
        if (isDue || !queue[0]?.isDone) return
        isDue = true
        // A whole batch is settled before any of it is sent: one write for all that a connection gets.
        setImmediate(send)
      }
    },
    pending: () => queue.length,
  }
}
