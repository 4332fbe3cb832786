import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for work that may never end. @throws when it does not end within this time; the work itself continues. */
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

/** Work to end: its name in a sentence, its time limit, and the function that ends it. */
export type EndingStep = readonly [name: string, withinMs: number, end: () => Promise<unknown>]

/**
 * Ends them one after the other, each within its own time; a failure or a timeout does not stop the following ones.
 * @throws at the end, with the names of those that did not end well
 */
export async function endInTurn(endings: readonly EndingStep[]): Promise<void> {
  const problems: string[] = []
  for (const [name, withinMs, end] of endings) {
    await endWithin(withinMs, end).catch((error: unknown) => {
      problems.push(`${name} (${error instanceof Error ? error.message : String(error)})`)
    })
  }
  if (problems.length > 0) throw new Error(problems.join('; '))
}
