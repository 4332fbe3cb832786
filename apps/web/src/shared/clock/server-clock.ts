let offsetMs = 0

/** Learns how far this machine's clock is from the server's, from the `date` header of an answer (whole seconds). */
export function learnServerTime(dateHeader: string | null): void {
  const server = dateHeader ? Date.parse(dateHeader) : Number.NaN
  if (Number.isNaN(server)) return
  const difference = server + 500 - Date.now()
  // Below that the header's own coarseness speaks, not the clock.
  offsetMs = Math.abs(difference) > 2000 ? difference : 0
}

/** Epoch milliseconds by the server's clock: ages of readings never depend on the tablet's own clock. */
export function serverNow(): number {
  return Date.now() + offsetMs
}
