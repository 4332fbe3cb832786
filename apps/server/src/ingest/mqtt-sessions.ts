import type { Clock } from '../core/clock.ts'
import { callerNetwork } from '../core/http/caller-network.ts'
import type { TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import { mayDeliver } from '../features/terminals/terminal-directory.rules.ts'
import type { SignedInTerminal } from './mqtt-login.ts'
import type { ForwardedMessage, MqttSession } from './mqtt-session.ts'

const MOST_HALF_OPEN = 12_000
const MOST_HALF_OPEN_OF_NETWORK = 2_000
/** More than one, because a terminal that lost its network reconnects before its old connection is known to be dead. */
const MOST_OF_TERMINAL = 3

interface Needs {
  directory: Pick<TerminalDirectory, 'byId'>
  clock: Clock
}

/** All MQTT connections, and how many of them have not signed in yet. */
export function createMqttSessions({ directory, clock }: Needs) {
  const sessions = new Set<MqttSession>()
  const halfOpen = new Map<string, number>()
  /** The connections of each terminal, the oldest first. */
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
    /** Whether this address has too many connections that have not signed in. */
    isFull: (address: string): boolean =>
      allHalfOpen >= MOST_HALF_OPEN || (halfOpen.get(callerNetwork(address)) ?? 0) >= MOST_HALF_OPEN_OF_NETWORK,

    add(session: MqttSession): void {
      sessions.add(session)
      countHalfOpen(session.address, 1)
    },

    /** Registers an accepted CONNECT. Closes the terminal's connection with the same client id, or the oldest of too many. */
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

    /** Forwards a terminal's message to its own connections that subscribed to it. */
    forward(terminalId: number, message: ForwardedMessage): void {
      for (const session of byTerminal.get(terminalId) ?? []) session.deliver(message)
    },

    /** Disconnects connections that are silent for too long; called periodically. */
    check(): void {
      for (const session of sessions) session.check()
    },

    /** Disconnects terminals that may no longer deliver. After a key change, connections of the old key end only when it is removed or expired. */
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

    /** Signed-in connections. */
    signedIn: () => sessions.size - allHalfOpen,
    count: () => sessions.size,
  }
}
