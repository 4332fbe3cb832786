interface Pending {
  /** PUBACK of QoS 1, PUBREC of QoS 2; null: QoS 0. */
  frame: Buffer | null
  isDone: boolean
}

/** Sends the acknowledgements of one connection in the order in which the messages arrived (MQTT-4.6.0-2 and -3). */
export interface OrderedAcks {
  /** Registers a message; the returned function must be called when it is on disk. QoS 0 keeps its position but is not acknowledged. */
  expect(qos: number, packetId: number): () => void
  /** Messages that are not on disk yet. */
  pending(): number
}

const FIRST_BYTES = [0, 0x40, 0x50]

/** @param write sends frames; @param onSettled is called when messages left the queue. */
export function createOrderedAcks(write: (frames: Buffer) => void, onSettled: () => void): OrderedAcks {
  const queue: Pending[] = []
  let isDue = false

  function send(): void {
    isDue = false
    const waiting = queue.findIndex(({ isDone }) => !isDone)
    const settled = queue.splice(0, waiting < 0 ? queue.length : waiting)
    const frames = settled.flatMap(({ frame }) => frame ?? [])
    if (frames.length > 0) write(Buffer.concat(frames))
    onSettled()
  }

  return {
    expect(qos, packetId) {
      const frame = qos === 0 ? null : Buffer.from([FIRST_BYTES[qos] ?? 0, 2, packetId >> 8, packetId & 255])
      const entry: Pending = { frame, isDone: false }
      queue.push(entry)
      return () => {
        entry.isDone = true
        if (isDue || !queue[0]?.isDone) return
        isDue = true
        // Sent after the full batch is settled, so that a connection gets all its acknowledgements in one write.
        setImmediate(send)
      }
    },
    pending: () => queue.length,
  }
}
