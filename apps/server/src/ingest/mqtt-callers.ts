import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '../core/clock.ts'
import { callerNetwork } from '../core/http/caller-network.ts'
import type { TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import { mayDeliver, type KnownTerminal } from '../features/terminals/terminal-directory.rules.ts'
import { createMqttGuard, type Intake, type MqttGuard } from './mqtt-guard.ts'
import { createUnfinishedFrames } from './unfinished-frames.ts'

const MOST_HALF_OPEN = 12_000
const MOST_HALF_OPEN_OF_NETWORK = 2_000
/** A terminal that lost its network comes back before its old connection is known to be dead. */
const MOST_OF_TERMINAL = 3

/** Who signed in on a connection. */
export interface SignedInTerminal {
  terminal: KnownTerminal
  /** Where its measurements come in, by the code under which it signed in. */
  topic: Buffer
  /** Of the key that it came in with. */
  keyHash: Buffer
}

/** One socket, from its first byte on. */
export interface Caller {
  guard: MqttGuard
  address: string
  /** Null until its CONNECT was accepted. */
  signedIn: SignedInTerminal | null
  keepAliveMs: number
  /** CONNACK code of the answer to its CONNECT; 0: come in. */
  returnCode: number
  /** It was told that it may come in. */
  isIn: boolean
}

interface Needs {
  directory: Pick<TerminalDirectory, 'byId'>
  clock: Clock
  /** CONNACK code until somebody decides. */
  undecided: number
  /** A terminal that was in is gone. */
  onLeft: (caller: Caller, terminal: KnownTerminal) => void
}

/** All who are connected by MQTT, and how many of them have not signed in yet. */
export function createMqttCallers({ directory, clock, undecided, onLeft }: Needs) {
  const callers = new Map<unknown, Caller>()
  const halfOpen = new Map<string, number>()
  /** Of each terminal its connections, the oldest first. */
  const byTerminal = new Map<number, Set<Caller>>()
  const unfinished = createUnfinishedFrames()
  let allHalfOpen = 0

  function countHalfOpen(address: string, by: number): void {
    const network = callerNetwork(address)
    allHalfOpen += by
    const count = (halfOpen.get(network) ?? 0) + by
    if (count > 0) halfOpen.set(network, count)
    else halfOpen.delete(network)
  }

  function remember(caller: Caller, terminalId: number): void {
    const connections = byTerminal.get(terminalId) ?? new Set()
    byTerminal.set(terminalId, connections.add(caller))
    const [oldest] = connections
    if (connections.size <= MOST_OF_TERMINAL || !oldest) return
    forget(oldest, terminalId)
    oldest.guard.destroy()
  }

  function forget(caller: Caller, terminalId: number): void {
    const connections = byTerminal.get(terminalId)
    connections?.delete(caller)
    if (connections?.size === 0) byTerminal.delete(terminalId)
  }

  return {
    /** Takes a socket of this address on. @returns what the broker talks to; null where too many wait to sign in, and the socket is closed. */
    add(socket: Socket, address: string): Duplex | null {
      if (allHalfOpen >= MOST_HALF_OPEN || (halfOpen.get(callerNetwork(address)) ?? 0) >= MOST_HALF_OPEN_OF_NETWORK) {
        socket.destroy()
        return null
      }
      countHalfOpen(address, 1)
      socket.setKeepAlive(true, 60_000)
      const guard = createMqttGuard({ socket, now: () => performance.now(), unfinished })
      const caller: Caller = { guard, address, signedIn: null, keepAliveMs: 0, returnCode: undecided, isIn: false }
      callers.set(guard.stream, caller)
      socket.on('close', () => {
        callers.delete(guard.stream)
        if (!caller.isIn) countHalfOpen(address, -1)
        else if (caller.signedIn) {
          forget(caller, caller.signedIn.terminal.id)
          onLeft(caller, caller.signedIn.terminal)
        }
      })
      return guard.stream
    },

    /** Of what the broker talks to; undefined: gone. */
    of: (stream: unknown): Caller | undefined => callers.get(stream),

    /** It has been told that it is in: its messages go to the intake. Of too many connections of one terminal the oldest goes. */
    letIn(caller: Caller, intake: Intake): void {
      caller.isIn = true
      countHalfOpen(caller.address, -1)
      if (caller.signedIn) remember(caller, caller.signedIn.terminal.id)
      caller.guard.open(intake, caller.keepAliveMs)
    },

    /** Cuts who is silent for too long; called now and then. */
    check(): void {
      for (const { guard } of callers.values()) guard.check()
    },

    /** Who may no longer deliver is cut; a new key ends what came in with the old one only when that is gone or has expired. */
    cutRefused(): void {
      const now = clock.now()
      for (const { signedIn, guard } of callers.values()) {
        if (!signedIn) continue
        const known = directory.byId(signedIn.terminal.id)
        const holdsKey = known?.keys.some(
          ({ hash, expires }) => signedIn.keyHash.equals(hash) && (expires === null || expires > now),
        )
        if (!known || !mayDeliver(known.status) || !holdsKey) guard.destroy()
      }
    },

    destroyAll(): void {
      for (const { guard } of callers.values()) guard.destroy()
    },

    count: () => callers.size,
  }
}
