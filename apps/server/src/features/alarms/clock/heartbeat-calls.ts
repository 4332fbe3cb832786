import type { Basics } from '../../../basics.ts'

const EVERY_MS = 60_000
const ANSWERED_WITHIN_MS = 10_000

/**
 * Calls the address of a service that waits for such calls and notifies people when they stay away. Dalyan itself cannot when its
 * machine, power, network or database has failed.
 * @returns to be called after each beat of the alarm clock; at most one call a minute leaves, and nobody waits for it
 */
export function createHeartbeatCalls(url: string, { clock, log }: Pick<Basics, 'clock' | 'log'>): () => void {
  let calledAt = Number.NEGATIVE_INFINITY
  /** Unknown before the first answer. */
  let isAnswered: boolean | undefined

  async function call(): Promise<void> {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`the answer was ${answer.status}`)
  }

  // Only changes are logged, and never the address, which has a secret in its path.
  async function callAndLog(): Promise<void> {
    try {
      await call()
      if (isAnswered !== true) log.info('calls of HEARTBEAT_URL are answered')
      isAnswered = true
    } catch (err) {
      if (isAnswered !== false) log.warn({ err }, 'a call of HEARTBEAT_URL failed')
      isAnswered = false
    }
  }

  return () => {
    const now = clock.now()
    if (now - calledAt < EVERY_MS) return
    calledAt = now
    void callAndLog()
  }
}
