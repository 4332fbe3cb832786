/** For all connections together; a terminal's largest frame is 256 KiB. */
const MOST_BYTES = 64 * 1024 * 1024

interface Connection {
  destroy(): void
}

/** Limits the bytes of incomplete frames over all connections. */
export interface UnfinishedFrames {
  /** Sets the bytes that a connection holds; beyond the budget the connections whose frames began first are closed. */
  hold(connection: Connection, bytes: number): void
  /** Called when the frame is complete or the connection closed. */
  release(connection: Connection): void
}

/** @param mostBytes the budget; beyond it the oldest frames are dropped, because frames of well-behaved clients are complete within a moment. */
export function createUnfinishedFrames(mostBytes = MOST_BYTES): UnfinishedFrames {
  // In the order in which the frames began: a key that is set again keeps its position.
  const held = new Map<Connection, number>()
  let total = 0

  function release(connection: Connection): void {
    total -= held.get(connection) ?? 0
    held.delete(connection)
  }

  return {
    hold(connection, bytes) {
      total += bytes - (held.get(connection) ?? 0)
      held.set(connection, bytes)
      for (const first of held.keys()) {
        if (total <= mostBytes) break
        release(first)
        first.destroy()
      }
    },
    release,
  }
}
