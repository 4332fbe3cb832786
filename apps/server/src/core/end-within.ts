import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for an end that may never come. @throws when it does not come within so many milliseconds; the work itself goes on. */
export async function endWithin(ms: number, work: () => Promise<unknown>): Promise<void> {
  const waiting = new AbortController()
  const late = sleep(Math.max(0, ms), undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`it did not end within ${Math.round(ms / 100) / 10} s`)
  })
  try {
    await Promise.race([work(), late])
  } finally {
    late.catch(() => undefined)
    waiting.abort()
  }
}

/** What is to be ended: its name in a sentence, how long it may take, its end. */
export type Ending = readonly [name: string, withinMs: number, end: () => Promise<unknown>]

/**
 * Ends one after the other, each in its own time: what fails or takes longer keeps nothing else from its end.
 * @throws at the end, with the names of those that did not end well
 */
export async function endInTurn(endings: readonly Ending[]): Promise<void> {
  const problems: string[] = []
  for (const [name, withinMs, end] of endings) {
    await endWithin(withinMs, end).catch((error: unknown) => {
      problems.push(`${name} (${error instanceof Error ? error.message : String(error)})`)
    })
  }
  if (problems.length > 0) throw new Error(problems.join('; '))
}
