import type { DeviceHealth } from '@dalyan/contracts/device-health'
import type { ReportedHealth } from '@dalyan/contracts/health-words'
import type { Basics } from '../../../basics.ts'
import { instantAt } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import { every } from '../../../core/every.ts'
import type { DeviceHealthRepository, SavedHealth } from './device-health.sql.ts'

const SAVE_EVERY_MS = 5_000
const SWEEP_EVERY_MS = 3_600_000
/** How long the hours are kept. */
export const HEALTH_KEPT_MS = 7 * 86_400_000

interface Needs extends Pick<Basics, 'clock' | 'log'> {
  database: Connection
  repository: DeviceHealthRepository
}

export type DeviceHealths = ReturnType<typeof createDeviceHealths>

const UNKNOWN: DeviceHealth = { battery: null, rssi: null, snr: null, gateway: null }

/**
 * Battery and signal of the terminals that send them. The ingest updates them in memory, and one statement saves the changed ones every few
 * seconds; a message without them costs nothing.
 */
export function createDeviceHealths({ database, repository, clock, log }: Needs) {
  const byTerminal = new Map<number, DeviceHealth>()
  const changed = new Set<number>()
  let saving: { stop(): Promise<void> } | undefined
  let sweeping: { stop(): Promise<void> } | undefined

  async function save(): Promise<void> {
    if (changed.size === 0) return
    const unsaved = [...changed]
    changed.clear()
    const rows = unsaved.map((terminal_id): SavedHealth => ({
      terminal_id,
      health: byTerminal.get(terminal_id) ?? UNKNOWN,
    }))
    try {
      await repository(database).save(rows)
    } catch (error) {
      for (const id of unsaved) changed.add(id)
      log.warn({ err: error }, 'battery and signal of terminals could not be saved; it will be tried again')
    }
  }

  const sweep = () => repository(database).removeHoursBefore(instantAt(clock.now() - HEALTH_KEPT_MS))

  async function load(): Promise<void> {
    for (const { terminal_id, health } of await repository(database).load())
      if (!changed.has(terminal_id)) byTerminal.set(terminal_id, health)
  }

  return {
    /** Reads what was saved, also by other processes. */
    load,
    async start(): Promise<void> {
      await load()
      await sweep()
      saving = every(SAVE_EVERY_MS, 'battery and signal of terminals', log, save)
      sweeping = every(SWEEP_EVERY_MS, 'old battery and signal of terminals', log, sweep)
    },
    async stop(): Promise<void> {
      await sweeping?.stop()
      await saving?.stop()
      await save()
    },
    /** A message with these values has just arrived. */
    learn(terminalId: number, { battery, rssi, snr, gateway }: ReportedHealth): void {
      const at = instantAt(clock.now())
      const last = byTerminal.get(terminalId) ?? UNKNOWN
      byTerminal.set(terminalId, {
        battery: battery === undefined ? last.battery : { value: battery, at },
        rssi: rssi === undefined ? last.rssi : { value: rssi, at },
        snr: snr === undefined ? last.snr : { value: snr, at },
        gateway: gateway === undefined ? last.gateway : { value: gateway, at },
      })
      changed.add(terminalId)
    },
    of: (terminalId: number): DeviceHealth | null => byTerminal.get(terminalId) ?? null,
    save,
  }
}
