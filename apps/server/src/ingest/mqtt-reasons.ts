import { errorText, type ErrorCode } from '@dalyan/contracts/errors'
import type { LinkEndReason } from '../features/terminals/diagnosis/diagnosis.rules.ts'
import type { Receipt } from './accept-message.ts'
import { MqttViolation, REASON } from './mqtt-properties.ts'

// What MQTT 5 lets the server say to a device. The texts are for its log: English, short, and free of what the device sent.

/** The reason code of an acknowledgement, and the text beside it. */
export interface AckVerdict {
  reasonCode: number
  text: string
}

/** Why the server ends a connection; null: the device cannot be reached or left by itself. */
export const END_REASONS: Record<LinkEndReason, MqttViolation | null> = {
  lost: null,
  goodbye: null,
  unread: null,
  timeout: new MqttViolation(REASON.keep_alive_timeout, 'nothing complete arrived within the keep-alive'),
  malformed: new MqttViolation(REASON.malformed_packet, 'the packet cannot be read'),
  not_stored: new MqttViolation(
    REASON.server_busy,
    'readings cannot be stored now; send the unacknowledged ones again',
  ),
  replaced: new MqttViolation(REASON.session_taken_over, 'the terminal connected again with this client id'),
  refused: new MqttViolation(REASON.not_authorized, 'the terminal may no longer connect'),
  stopped: new MqttViolation(REASON.server_shutting_down, 'the server stops; connect again later'),
}
export const TOO_MANY_CONNECTIONS = new MqttViolation(
  REASON.quota_exceeded,
  'the terminal has too many connections; this was the oldest',
)
export const KEY_ENDED = new MqttViolation(REASON.not_authorized, 'the key was replaced, revoked or has expired')
export const TOO_MANY_UNREAD = new MqttViolation(REASON.quota_exceeded, 'too many messages are not acknowledged')

/** The message was stored, but the terminal exceeds its rate, so that the server waited before it read it. */
export const SLOWED_TEXT = 'the terminal sends too often and is read more slowly'

const QUOTAS: readonly ErrorCode[] = ['too_large', 'too_many_readings']
const LONGEST_NAME = 64

/** What the acknowledgement of a message says; null: all of it was stored. */
export function verdictOf({ problem, stored, duplicates, rejected, left_out, conflicts }: Receipt): AckVerdict | null {
  if (problem) {
    const reasonCode = QUOTAS.includes(problem) ? REASON.quota_exceeded : REASON.payload_format_invalid
    return { reasonCode, text: errorText(problem, 'en', { limit: '256 KiB' }) }
  }
  const [first] = rejected
  if (first) {
    const [[name, problems] = ['', []]] = Object.entries(first.errors)
    const { code, parts } = problems[0] ?? { code: 'invalid' as const, parts: {} }
    const text = `${indexText(first.index, rejected.length, name)}: ${errorText(code, 'en', parts)}`
    return { reasonCode: stored + duplicates === 0 ? REASON.payload_format_invalid : REASON.success, text }
  }
  const [omitted] = left_out
  if (omitted) {
    const { index, metric } = omitted
    return {
      reasonCode: REASON.success,
      text: `reading ${index}, ${metric}: left out, because the value is not believed`,
    }
  }
  if (conflicts > 0)
    return { reasonCode: REASON.success, text: `${conflicts} stored with other values at the same time; those stay` }
  return null
}

function indexText(index: number, refused: number, name: string): string {
  const others = refused > 1 ? ` and ${refused - 1} more` : ''
  // Names come from the device, and a text of MQTT may not hold every character.
  const isPrintable = name.length <= LONGEST_NAME && /^[\w.:-]+$/.test(name) && name !== 'reading'
  return `reading ${index}${others} refused${isPrintable ? `, ${name}` : ''}`
}

/** A message to another terminal's topic, or to any other outside the terminal's own. */
export function foreignTopic(own: string): AckVerdict {
  return { reasonCode: REASON.not_authorized, text: `this terminal publishes to ${own}` }
}

/** A message below the terminal's own prefix that holds no readings by its topic. */
export function otherOwnTopic(own: string): AckVerdict {
  return { reasonCode: REASON.topic_name_invalid, text: `nothing is stored from this topic; readings go to ${own}` }
}
