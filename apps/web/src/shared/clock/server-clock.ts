let offsetMs = 0

/** Measures the offset of this machine's clock to the server's by the `date` header of an answer (seconds), which came at `cameAt` (epoch milliseconds). */
export function learnServerTime(dateHeader: string | null, cameAt: number): void {
  const server = dateHeader ? Date.parse(dateHeader) : Number.NaN
  if (Number.isNaN(server)) return
  const difference = server + 500 - cameAt
  // A smaller difference comes from the resolution of the header.
  offsetMs = Math.abs(difference) > 2000 ? difference : 0
}

/** Epoch milliseconds by the server's clock, so that ages of readings do not depend on this machine's clock. */
export function serverNow(): number {
  return inServerTime(Date.now())
}

/** A time of this machine's clock, such as when an answer came, by the server's clock. Both in epoch milliseconds. */
export function inServerTime(local: number): number {
  return local + offsetMs
}
