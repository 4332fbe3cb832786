import type { Logger } from './log.ts'

/** Does something again and again, never twice at once; a failure is logged and the next turn tries again. @returns its end. */
export function every(ms: number, name: string, log: Logger, work: () => Promise<unknown>): { stop(): Promise<void> } {
  let running: Promise<unknown> | null = null
  const timer = setInterval(() => {
    running ??= work()
      .catch((error: unknown) => log.warn({ err: error, work: name }, 'repeated work failed'))
      .finally(() => (running = null))
  }, ms)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
