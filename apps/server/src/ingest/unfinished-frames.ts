/** Of all connections together; a terminal's largest frame is 256 KiB. */
const MOST_BYTES = 64 * 1024 * 1024

interface Connection {
  destroy(): void
}

/** One budget for the bytes of frames that are not complete yet, over all connections. */
export interface UnfinishedFrames {
  /** A connection holds so many bytes of a frame now; beyond the budget the connections whose frames began first are cut. */
  hold(connection: Connection, bytes: number): void
  /** Its frame is complete, or the connection is gone. */
  release(connection: Connection): void
}

/** @param mostBytes the budget; what holds it longest is cut, since honest frames are complete within a moment. */
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
