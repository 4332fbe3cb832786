import { randomUUID } from 'node:crypto'
import { measurementsTopic } from '@dalyan/contracts/device-messages'
import type { ConnectPacket } from 'aedes'
import type { Clock } from '../core/clock.ts'
import { hashOfKey } from '../features/terminals/terminal-directory.ts'
import type { Admit, Refused } from './admit.ts'
import type { Caller } from './mqtt-callers.ts'
import type { ReadingBatcher } from './reading-batcher.ts'

/** After so long without a database nobody is let in: CONNACK 3 tells a device to come back later. */
const TURN_AWAY_AFTER_MS = 60_000
const LONGEST_CLIENT_ID = 64
const LONGEST_WILL = 256

/** What a CONNECT is answered. */
export const CONNACK = {
  accepted: 0,
  identifier_rejected: 2,
  unavailable: 3,
  wrong_key: 4,
  not_authorized: 5,
} as const
const REFUSALS: Record<Refused, number> = {
  unknown: CONNACK.wrong_key,
  too_many: CONNACK.wrong_key,
  not_allowed: CONNACK.not_authorized,
  inactive: CONNACK.not_authorized,
}

interface Needs {
  admit: Admit
  batcher: Pick<ReadingBatcher, 'awaySince'>
  clock: Clock
}

/** Decides on a CONNECT, and puts its client id where it evicts nobody else's connection. */
export type MqttLogin = (caller: Caller, packet: ConnectPacket) => Promise<void>

export function createMqttLogin({ admit, batcher, clock }: Needs): MqttLogin {
  function isTurnedAway(): boolean {
    const away = batcher.awaySince()
    return away !== null && clock.now() - away > TURN_AWAY_AFTER_MS
  }

  /** @returns the CONNACK code. */
  async function letIn(caller: Caller, { username, password, will }: ConnectPacket): Promise<number> {
    const { address } = caller
    const credentials =
      password === undefined || password.length === 0
        ? { code: null, key: username ?? '', address }
        : { code: username ?? '', key: Buffer.from(password).toString('utf8'), address }
    const admission = await admit(credentials)
    if (admission.refused) return REFUSALS[admission.refused]
    const { terminal } = admission
    const isOwnWill = will?.topic === statusTopic(terminal.code) && will.payload.length <= LONGEST_WILL
    if (will && !isOwnWill) return CONNACK.not_authorized
    const topic = Buffer.from(measurementsTopic(terminal.code))
    caller.signedIn = { terminal, topic, keyHash: hashOfKey(credentials.key) }
    return CONNACK.accepted
  }

  return async (caller, packet) => {
    const id = packet.clientId ?? ''
    // The guard keeps watch, since the broker does not see every message.
    caller.keepAliveMs = (packet.keepalive ?? 0) * 1000
    packet.keepalive = 0
    const isClean = packet.clean
    // No session outlives its connection: nobody sends to terminals, and what waits for one that never comes back is memory for ever.
    packet.clean = true
    if (id.length > LONGEST_CLIENT_ID || (id === '' && !isClean)) caller.returnCode = CONNACK.identifier_rejected
    else if (isTurnedAway()) caller.returnCode = CONNACK.unavailable
    else caller.returnCode = await letIn(caller, packet)
    packet.clientId = caller.signedIn ? `${caller.signedIn.terminal.id}:${id || randomUUID()}` : randomUUID()
  }
}

function statusTopic(code: string): string {
  return `dalyan/v1/${code}/status`
}
