import { cpus, freemem, totalmem } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { SystemMetrics } from '@dalyan/contracts/dashboard'

const NANOSECONDS_A_MS = 1e6
const MICROSECONDS_A_MS = 1e3

/** Busy and total time of all cores since the machine started, in milliseconds. */
function coreTimes(): { busy: number; whole: number } {
  let busy = 0
  let idle = 0
  for (const { times } of cpus()) {
    busy += times.user + times.nice + times.sys + times.irq
    idle += times.idle
  }
  return { busy, whole: busy + idle }
}

function processTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / MICROSECONDS_A_MS
}

type LoadFigures = Pick<SystemMetrics, 'cpu' | 'memory' | 'event_loop'>

export type MachineLoad = ReturnType<typeof createMachineLoad>

/** Load of the machine and of this process, between one `sample` and the next. */
export function createMachineLoad() {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let last = { ...coreTimes(), mine: processTime() }
  let cpu: LoadFigures['cpu'] = { share: 0, process_share: 0, cores: cpus().length }
  let event_loop: LoadFigures['event_loop'] = { mean_ms: 0, p99_ms: 0, max_ms: 0 }

  return {
    sample(): void {
      const next = { ...coreTimes(), mine: processTime() }
      const whole = next.whole - last.whole
      // Two samples within one tick of the system clock give no share.
      if (whole <= 0) return
      const share = (part: number) => Math.min(1, Math.max(0, part / whole))
      cpu = {
        share: share(next.busy - last.busy),
        process_share: share(next.mine - last.mine),
        cores: cpus().length,
      }
      const ms = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / NANOSECONDS_A_MS : 0)
      event_loop = { mean_ms: ms(delay.mean), p99_ms: ms(delay.percentile(99)), max_ms: ms(delay.max) }
      delay.reset()
      last = next
    },
    now: (): LoadFigures => ({
      cpu,
      event_loop,
      memory: {
        used_bytes: totalmem() - freemem(),
        total_bytes: totalmem(),
        process_bytes: process.memoryUsage.rss(),
      },
    }),
    stop: () => delay.disable(),
  }
}
