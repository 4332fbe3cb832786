/** The clock of a quarter of an hour, 0…95: `14:15`. */
export function quarterTime(quarter: number): string {
  const hour = String(Math.floor(quarter / 4)).padStart(2, '0')
  return `${hour}:${String((quarter % 4) * 15).padStart(2, '0')}`
}

/** Cuts quarters into runs without a gap. @returns the indices of each run */
export function runsOf(quarters: readonly number[]): number[][] {
  const runs: number[][] = []
  quarters.forEach((quarter, i) => {
    if (i > 0 && quarter === (quarters[i - 1] ?? 0) + 1) runs.at(-1)?.push(i)
    else runs.push([i])
  })
  return runs
}
