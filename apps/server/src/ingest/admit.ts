import { CODE_PATTERN } from '@dalyan/contracts/codes'
import type { TerminalStatus } from '@dalyan/contracts/terminals'
import type { Clock } from '../core/clock.ts'
import { callerNetwork } from '../core/http/caller-network.ts'
import type { Basics } from '../basics.ts'
import type { SignedInIntegration } from '../features/integrations/integrations.service.ts'
import { hashOfKey } from '../features/terminals/device-key.ts'
import type { TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import { mayDeliver, tankAt, type KnownTerminal } from '../features/terminals/terminal-directory.rules.ts'
import type { TerminalPresence } from '../features/terminals/terminal-presence.ts'
import type { KeyFault } from '../features/terminals/diagnosis/diagnosis.rules.ts'
import type { LinkEvents } from '../features/terminals/diagnosis/link-events.ts'
import type { IngestLog } from './ingest-log.ts'
import { createRecentCounts } from '../core/recent-counts.ts'
import type { WaitingTerminals } from './waiting-terminals.ts'

/** Failures per address and code, and per address with any code. */
const FAILED_A_MINUTE = 30
const FAILED_OF_ADDRESS = 300
const MINUTE_MS = 60_000
const LONGEST_KEY = 256
/** The bucket of a terminal holds this many seconds' worth of messages. */
const BURST_SECONDS = 10

/**
 * `unknown`: wrong key or no key; `too_many`: the same beyond the limit; `old_key`, `revoked_key`: a former key; `waiting`: a terminal that
 * nobody has let in yet.
 */
export type Refused = 'unknown' | Exclude<KeyFault, 'wrong_key'> | 'too_many' | 'waiting' | 'not_allowed' | 'inactive'
export type Admission = { terminal: KnownTerminal; refused?: never } | { refused: Refused }

/** The credentials of a device. Without a code the key alone identifies the terminal. */
export interface Credentials {
  code: string | null
  key: string
  address: string
}

/** The refusal of a terminal with this status; null: it was removed. */
export function refusalBy(status: TerminalStatus | null): Refused {
  return status === 'inactive' ? 'inactive' : 'not_allowed'
}

interface Needs extends Pick<Basics, 'clock' | 'log'> {
  directory: TerminalDirectory
  presence: Pick<TerminalPresence, 'refused'>
  waiting: Pick<WaitingTerminals, 'add' | 'triedAgain'>
  ingestLog: Pick<IngestLog, 'add' | 'addUnwaited'>
  linkEvents: Pick<LinkEvents, 'saw'>
}

export type Admit = (credentials: Credentials) => Promise<Admission>

/**
 * Finds the terminal of the credentials and checks whether it may deliver. The key is checked before failures are counted, so that a valid key
 * is never refused for other clients' failures.
 */
export function createAdmit(needs: Needs): Admit {
  const { directory, waiting, linkEvents, clock, log } = needs
  const { logRefusal, refuseByStatus } = createStatusRefusals(needs)
  const failures = createRecentCounts(MINUTE_MS, clock)

  function find({ code, key }: Credentials): KnownTerminal | null | undefined {
    if (code === null) return directory.byKey(key)
    const terminal = directory.byCode(code)
    if (!terminal) return undefined
    return directory.isKeyOf(terminal, key) ? terminal : null
  }

  async function refuseUnknown(credentials: Credentials): Promise<Admission> {
    const { code, key, address } = credentials
    const network = callerNetwork(address)
    // An invalid code is not stored, because it may have any length.
    const named = code !== null && CODE_PATTERN.test(code) ? code : null
    const isTooMuch =
      failures.add(network) > FAILED_OF_ADDRESS || failures.add(`${network} ${named ?? ''}`) > FAILED_A_MINUTE
    if (isTooMuch) return { refused: 'too_many' }
    const meant = code === null || named !== null ? directory.faultOf(named, key) : undefined
    if (meant && mayDeliver(meant.terminal.status)) {
      linkEvents.saw(meant.terminal.id, meant.fault, { address })
      logRefusal(meant.terminal, meant.fault, address)
    }
    if (meant && meant.fault !== 'wrong_key') return { refused: meant.fault }
    if (named === null || meant) return { refused: 'unknown' }
    try {
      await waiting.add({ code: named, hash: hashOfKey(key), device_eui: null, integration_id: null, address })
    } catch (error) {
      log.warn({ err: error }, 'an unknown terminal could not be put on the list')
    }
    return { refused: 'waiting' }
  }

  return async (credentials) => {
    if (credentials.key === '' || credentials.key.length > LONGEST_KEY) return { refused: 'unknown' }
    let terminal = find(credentials)
    if (!terminal || !mayDeliver(terminal.status)) {
      // The terminal may have been created or let in a moment ago.
      await directory.settled()
      terminal = find(credentials)
    }
    if (!terminal) return refuseUnknown(credentials)
    return mayDeliver(terminal.status) ? { terminal } : { refused: refuseByStatus(terminal, credentials.address) }
  }
}

/** Counts, remembers and logs that a terminal was refused because of its status. */
function createStatusRefusals({
  presence,
  waiting,
  ingestLog,
  linkEvents,
}: Omit<Needs, 'directory' | 'clock' | 'log'>) {
  function logRefusal(terminal: KnownTerminal, reason: string, address: string): void {
    ingestLog.addUnwaited(terminal, 'connection_refused', 'warning', { reason, address })
  }

  return {
    logRefusal,
    refuseByStatus(terminal: KnownTerminal, address: string): Refused {
      if (terminal.status === 'unauthorized') {
        waiting.triedAgain(terminal.id)
        return 'waiting'
      }
      presence.refused(terminal.id)
      const refused = refusalBy(terminal.status)
      linkEvents.saw(terminal.id, 'turned_away', { address })
      if (refused === 'inactive') logRefusal(terminal, 'inactive', address)
      return refused
    },
  }
}

/** A device that a LoRaWAN network server names; the integration has signed in. */
interface DeliveredDevice {
  integration: SignedInIntegration
  device_eui: string
  address: string
}

export type AdmitDelivered = (device: DeliveredDevice) => Promise<Admission | { refused: 'other_firm' }>

interface DeliveredNeeds extends Needs {
  /** The firm of each tank; null: none. */
  firmsOfTanks: (ids: readonly number[]) => Promise<ReadonlyMap<number, number | null>>
}

/**
 * Finds the terminal of a LoRaWAN address and checks whether it may deliver, and whether the integration may deliver to its tank. An unknown address
 * enters the list of waiting terminals.
 */
export function createAdmitDelivered(needs: DeliveredNeeds): AdmitDelivered {
  const { directory, waiting, ingestLog, clock, firmsOfTanks } = needs
  const { refuseByStatus } = createStatusRefusals(needs)

  async function isOfOtherFirm({ firms }: SignedInIntegration, { assignments }: KnownTerminal): Promise<boolean> {
    const tankId = tankAt(assignments, clock.now())
    if (firms === 'all' || tankId === null) return false
    const firm = (await firmsOfTanks([tankId])).get(tankId) ?? null
    return firm === null || !firms.includes(firm)
  }

  return async ({ integration, device_eui, address }) => {
    let terminal = directory.byEui(device_eui)
    if (!terminal || !mayDeliver(terminal.status)) {
      // The terminal may have been created or let in a moment ago.
      await directory.settled()
      terminal = directory.byEui(device_eui)
    }
    if (!terminal) {
      await waiting.add({ code: device_eui, hash: null, device_eui, integration_id: integration.id, address })
      return { refused: 'waiting' }
    }
    if (!mayDeliver(terminal.status)) return { refused: refuseByStatus(terminal, address) }
    if (!(await isOfOtherFirm(integration, terminal))) return { terminal }
    // Before the answer, because the network server does not send the message again.
    await ingestLog.add(terminal, 'connection_refused', 'warning', { reason: 'other_firm', address })
    return { refused: 'other_firm' }
  }
}

/** Limits each terminal's rate: its token bucket fills with `perSecond` and holds ten seconds' worth; 0: no limit. */
export function createMessageRates(perSecond: number, clock: Clock) {
  const buckets = new Map<number, { left: number; at: number }>()
  const most = perSecond * BURST_SECONDS
  return {
    /**
     * Takes one message from the terminal's allowance.
     * @returns 0 when there was one, else the milliseconds until the next try.
     */
    take(terminalId: number): number {
      if (perSecond === 0) return 0
      const now = clock.now()
      const bucket = buckets.get(terminalId)
      if (!bucket) {
        buckets.set(terminalId, { left: most - 1, at: now })
        return 0
      }
      bucket.left = Math.min(most, bucket.left + (Math.max(0, now - bucket.at) / 1000) * perSecond)
      bucket.at = now
      if (bucket.left < 1) return Math.ceil(((1 - bucket.left) / perSecond) * 1000)
      bucket.left -= 1
      return 0
    },
  }
}

export type MessageRates = ReturnType<typeof createMessageRates>
