import { measurementsTopic } from '@dalyan/contracts/device-messages'
import { homeAssistantUser } from '@dalyan/contracts/integrations'
import type { IConnectPacket } from 'mqtt-packet'
import type { Basics } from '../basics.ts'
import { AppError } from '../core/errors.ts'
import type { AuthenticateIntegration, SignedInIntegration } from '../features/integrations/integrations.service.ts'
import { hashOfKey } from '../features/terminals/device-key.ts'
import type { KnownTerminal } from '../features/terminals/terminal-directory.rules.ts'
import type { Admit, Refused } from './admit.ts'
import { REASON } from './mqtt-properties.ts'
import type { ReadingBatcher } from './reading-batcher.ts'

const LONGEST = { clientId: 64, will: 256 }
/** After this time without a database every device is refused as unavailable, so that it comes back later. */
const TURN_AWAY_AFTER_MS = 60_000

const READER = /^ha-\d{1,10}$/

/** The terminal that signed in on a connection. */
export interface SignedInTerminal {
  terminal: KnownTerminal
  /** The topic of its measurements, with the code under which it signed in. */
  topic: string
  /** Hash of the key that it signed in with. */
  keyHash: Buffer
}

/** Home Assistant, which reads the tanks of an integration. */
export interface SignedInReader {
  integration: SignedInIntegration
}

export type LoggedInClient = SignedInTerminal | SignedInReader

/** A refused CONNECT, in the CONNACK of both versions: `returnCode` of 3.1.1; `reasonCode` and `text` of 5. */
export interface LoginRefusal {
  returnCode: number
  reasonCode: number
  text: string
}

/** The return codes of CONNACK by MQTT 3.1.1. */
const RETURN = { identifier_rejected: 2, unavailable: 3, wrong_key: 4, not_authorized: 5 } as const

function wrongKey(text: string): LoginRefusal {
  return { returnCode: RETURN.wrong_key, reasonCode: REASON.bad_user_name_or_password, text }
}
function notAuthorized(text: string, reasonCode: number = REASON.not_authorized): LoginRefusal {
  return { returnCode: RETURN.not_authorized, reasonCode, text }
}

const REFUSALS: Record<Refused, LoginRefusal> = {
  unknown: wrongKey('the key is not one of this terminal; the user name is its code, the password its key'),
  old_key: wrongKey('this key was replaced and has expired'),
  revoked_key: wrongKey('this key was revoked'),
  too_many: { ...wrongKey('too many attempts; try again in a minute'), reasonCode: REASON.connection_rate_exceeded },
  waiting: notAuthorized('the terminal waits until an administrator lets it in'),
  not_allowed: notAuthorized('the terminal may not connect'),
  inactive: notAuthorized('the terminal is inactive'),
}
const INVALID_CLIENT_ID: LoginRefusal = {
  returnCode: RETURN.identifier_rejected,
  reasonCode: REASON.client_identifier_not_valid,
  text: `a client id has at most ${LONGEST.clientId} characters`,
}
const UNAVAILABLE: LoginRefusal = {
  returnCode: RETURN.unavailable,
  reasonCode: REASON.server_unavailable,
  text: 'readings cannot be stored now; connect again later',
}
const NO_AUTHENTICATION_METHOD = notAuthorized('sign in with user name and password', REASON.bad_authentication_method)
const WRONG_SECRET = wrongKey('the secret is not that of this integration; the user name is ha- with its number')
const OTHER_WILL = notAuthorized('a will goes to the status topic of the terminal', REASON.topic_name_invalid)
const LARGE_WILL = notAuthorized(`a will has at most ${LONGEST.will} bytes`, REASON.packet_too_large)

interface Needs extends Pick<Basics, 'clock' | 'log'> {
  admit: Admit
  batcher: Pick<ReadingBatcher, 'awaySince'>
  authenticateIntegration: AuthenticateIntegration
}

/** Decides on a CONNECT. */
export type MqttLogin = (packet: IConnectPacket, address: string) => Promise<LoggedInClient | LoginRefusal>

export function createMqttLogin({ admit, batcher, authenticateIntegration, clock, log }: Needs): MqttLogin {
  function isTurnedAway(): boolean {
    const away = batcher.awaySince()
    return away !== null && clock.now() - away > TURN_AWAY_AFTER_MS
  }

  /** The user name is that of the integration with this secret. Its will is dropped, as everything that it publishes. */
  async function decideReader(user: string, secret: string, address: string): Promise<LoggedInClient | LoginRefusal> {
    try {
      const integration = await authenticateIntegration(secret, address)
      if (integration?.kind === 'home_assistant' && homeAssistantUser(integration.id) === user) return { integration }
      return WRONG_SECRET
    } catch (error) {
      if (error instanceof AppError && error.status === 429) return REFUSALS.too_many
      throw error
    }
  }

  async function decide(packet: IConnectPacket, address: string): Promise<LoggedInClient | LoginRefusal> {
    const { protocolVersion, clientId, clean, username, password, will, properties } = packet
    if (properties?.authenticationMethod !== undefined) return NO_AUTHENTICATION_METHOD
    // By MQTT 5 the server names a client that has no id.
    const isUnnamed = clientId === '' && !clean && protocolVersion !== 5
    if (clientId.length > LONGEST.clientId || isUnnamed) return INVALID_CLIENT_ID
    if (isTurnedAway()) return UNAVAILABLE
    if (username !== undefined && READER.test(username))
      return decideReader(username, password?.toString('utf8') ?? '', address)
    const credentials =
      password === undefined || password.length === 0
        ? { code: null, key: username ?? '', address }
        : { code: username ?? '', key: password.toString('utf8'), address }
    const admission = await admit(credentials)
    if (admission.refused) return REFUSALS[admission.refused]
    const { terminal } = admission
    if (will && will.topic !== `dalyan/v1/${terminal.code}/status`) return OTHER_WILL
    if (will && will.payload.length > LONGEST.will) return LARGE_WILL
    return { terminal, topic: measurementsTopic(terminal.code), keyHash: hashOfKey(credentials.key) }
  }

  return (packet, address) =>
    decide(packet, address).catch((error: unknown) => {
      log.error({ err: error }, 'a terminal could not be let in')
      return UNAVAILABLE
    })
}
