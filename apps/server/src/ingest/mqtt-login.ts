import { measurementsTopic } from '@dalyan/contracts/device-messages'
import type { IConnectPacket } from 'mqtt-packet'
import type { Clock } from '../core/clock.ts'
import { hashOfKey } from '../features/terminals/terminal-directory.ts'
import type { KnownTerminal } from '../features/terminals/terminal-directory.rules.ts'
import type { Admit, Refused } from './admit.ts'
import type { ReadingBatcher } from './reading-batcher.ts'

/** After this time without a database every device is refused with CONNACK 3, so that it comes back later. */
const TURN_AWAY_AFTER_MS = 60_000
const LONGEST_CLIENT_ID = 64
const LONGEST_WILL = 256

/** The return codes of CONNACK. */
export const CONNACK = {
  accepted: 0,
  unknown_version: 1,
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

/** The terminal that signed in on a connection. */
export interface SignedInTerminal {
  terminal: KnownTerminal
  /** The topic of its measurements, with the code under which it signed in. */
  topic: string
  /** Hash of the key that it signed in with. */
  keyHash: Buffer
}

interface Needs {
  admit: Admit
  batcher: Pick<ReadingBatcher, 'awaySince'>
  clock: Clock
}

/** Decides on a CONNECT. @returns the terminal, or the CONNACK code of the refusal */
export type MqttLogin = (packet: IConnectPacket, address: string) => Promise<SignedInTerminal | number>

export function createMqttLogin({ admit, batcher, clock }: Needs): MqttLogin {
  function isTurnedAway(): boolean {
    const away = batcher.awaySince()
    return away !== null && clock.now() - away > TURN_AWAY_AFTER_MS
  }

  return async ({ protocolVersion, clientId, clean, username, password, will }, address) => {
    if (protocolVersion === 5) return CONNACK.unknown_version
    if (clientId.length > LONGEST_CLIENT_ID || (clientId === '' && !clean)) return CONNACK.identifier_rejected
    if (isTurnedAway()) return CONNACK.unavailable
    const credentials =
      password === undefined || password.length === 0
        ? { code: null, key: username ?? '', address }
        : { code: username ?? '', key: password.toString('utf8'), address }
    const admission = await admit(credentials)
    if (admission.refused) return REFUSALS[admission.refused]
    const { terminal } = admission
    const isOwnWill = will?.topic === `dalyan/v1/${terminal.code}/status` && will.payload.length <= LONGEST_WILL
    if (will && !isOwnWill) return CONNACK.not_authorized
    return { terminal, topic: measurementsTopic(terminal.code), keyHash: hashOfKey(credentials.key) }
  }
}
