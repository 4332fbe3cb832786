import type { Logger } from './log.ts'

/** Runs work at an interval, never twice at once; a failure is logged and the next run tries again. @returns a function that ends it. */
export function every(ms: number, name: string, log: Logger, work: () => Promise<unknown>): { stop(): Promise<void> } {
  let running: Promise<unknown> | null = null
  const timer = setInterval(() => {
    running ??= work()
      .catch((error: unknown) => log.warn({ err: error }, `repeated work failed: ${name}`))
      .finally(() => (running = null))
  }, ms)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
