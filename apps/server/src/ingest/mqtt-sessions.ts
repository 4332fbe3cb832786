import type { Clock } from '../core/clock.ts'
import { callerNetwork } from '../core/http/caller-network.ts'
import type { TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import { mayDeliver } from '../features/terminals/terminal-directory.rules.ts'
import type { SignedInTerminal } from './mqtt-login.ts'
import type { ForwardedMessage, MqttSession } from './mqtt-session.ts'

const MOST_HALF_OPEN = 12_000
const MOST_HALF_OPEN_OF_NETWORK = 2_000
/** A terminal that lost its network comes back before its old connection is known to be dead. */
const MOST_OF_TERMINAL = 3

interface Needs {
  directory: Pick<TerminalDirectory, 'byId'>
  clock: Clock
}

/** All connections by MQTT, and how many of them have not signed in yet. */
export function createMqttSessions({ directory, clock }: Needs) {
  const sessions = new Set<MqttSession>()
  const halfOpen = new Map<string, number>()
  /** Of each terminal its connections, the oldest first. */
  const byTerminal = new Map<number, Set<MqttSession>>()
  let allHalfOpen = 0

  function countHalfOpen(address: string, by: number): void {
    const network = callerNetwork(address)
    allHalfOpen += by
    const count = (halfOpen.get(network) ?? 0) + by
    if (count > 0) halfOpen.set(network, count)
    else halfOpen.delete(network)
  }

  return {
    /** Whether one more of this address may wait to sign in. */
    isFull: (address: string): boolean =>
      allHalfOpen >= MOST_HALF_OPEN || (halfOpen.get(callerNetwork(address)) ?? 0) >= MOST_HALF_OPEN_OF_NETWORK,

    add(session: MqttSession): void {
      sessions.add(session)
      countHalfOpen(session.address, 1)
    },

    /** Its CONNECT was accepted. The terminal's connection of the same client id goes, and of too many the oldest. */
    signIn(session: MqttSession, { terminal }: SignedInTerminal): void {
      countHalfOpen(session.address, -1)
      const own = byTerminal.get(terminal.id) ?? new Set()
      byTerminal.set(terminal.id, own)
      const same = [...own].find(({ clientId }) => clientId !== '' && clientId === session.clientId)
      const [oldest] = own
      const leaving = same ?? (own.size >= MOST_OF_TERMINAL ? oldest : undefined)
      if (leaving) own.delete(leaving)
      own.add(session)
      leaving?.destroy()
    },

    remove(session: MqttSession): void {
      sessions.delete(session)
      if (!session.signedIn) return countHalfOpen(session.address, -1)
      const { id } = session.signedIn.terminal
      const own = byTerminal.get(id)
      own?.delete(session)
      if (own?.size === 0) byTerminal.delete(id)
    },

    /** Sends a message of a terminal on to its own connections that subscribed to it. */
    forward(terminalId: number, message: ForwardedMessage): void {
      for (const session of byTerminal.get(terminalId) ?? []) session.deliver(message)
    },

    /** Cuts connections that are silent for too long; called now and then. */
    check(): void {
      for (const session of sessions) session.check()
    },

    /** Cuts terminals that may no longer deliver; a new key ends what came in with the old one only when that is gone or has expired. */
    cutRefused(): void {
      const now = clock.now()
      for (const { signedIn, destroy } of sessions) {
        if (!signedIn) continue
        const known = directory.byId(signedIn.terminal.id)
        const holdsKey = known?.keys.some(
          ({ hash, expires }) => signedIn.keyHash.equals(hash) && (expires === null || expires > now),
        )
        if (!known || !mayDeliver(known.status) || !holdsKey) destroy()
      }
    },

    destroyAll(): void {
      for (const session of sessions) session.destroy()
    },

    /** Connections that signed in. */
    signedIn: () => sessions.size - allHalfOpen,
    count: () => sessions.size,
  }
}
