import type { Permission } from '@dalyan/contracts/permissions'
import type { SignedIn } from '../core/http/signed-in.ts'

/** Every channel and the permission to subscribe to it. The channel of a record also requires access to the record. */
const CHANNELS = {
  tanks: { permission: 'tanks.view', of: null },
  tank: { permission: 'tanks.view', of: 'tank' },
  iot: { permission: 'iots.view', of: 'terminal' },
  alarms: { permission: 'alarms.view', of: null },
  'iot-logs': { permission: 'logs.view', of: null },
  'tank-logs': { permission: 'logs.view', of: null },
  'server-logs': { permission: 'logs.view', of: null },
  dashboard: { permission: 'dashboard.view', of: null },
  user: { permission: null, of: 'user' },
} as const satisfies Record<string, { permission: Permission | null; of: 'tank' | 'terminal' | 'user' | null }>

type ChannelKind = keyof typeof CHANNELS

export interface LiveChannel {
  kind: ChannelKind
  /** The id of the record, for a record's own channel. */
  id: number | null
}

/** Parses the name of a channel; null when it does not exist. */
export function parseChannel(name: unknown): LiveChannel | null {
  if (typeof name !== 'string' || name.length > 40) return null
  const [, kind = '', digits] = /^([a-z-]+)(?:\.([1-9]\d{0,9}))?$/.exec(name) ?? []
  if (!Object.hasOwn(CHANNELS, kind)) return null
  const known = kind as ChannelKind
  const hasId = digits !== undefined
  return hasId === (CHANNELS[known].of !== null) ? { kind: known, id: hasId ? Number(digits) : null } : null
}

/** Whether the user's permissions allow this channel; the caller also checks access to its `recordBehind`. */
export function maySubscribe(user: SignedIn, channel: LiveChannel): boolean {
  if (channel.kind === 'user') return channel.id === user.id
  return user.permissions.has(CHANNELS[channel.kind].permission)
}

/** The record of a channel, to be looked up in the user's scope. */
export function recordBehind({ kind, id }: LiveChannel): { of: 'tank' | 'terminal'; id: number } | null {
  const { of } = CHANNELS[kind]
  return id !== null && (of === 'tank' || of === 'terminal') ? { of, id } : null
}

/** Channels on which each user receives only messages about the user's own firms. */
const SCOPED: readonly ChannelKind[] = ['tanks', 'alarms']

/** The audience that receives all messages of a channel, and the one that receives those of one firm. */
export const audienceOfAll = (name: string) => `${name}:all`
export const audienceOfFirm = (name: string, firm: number) => `${name}:firm:${firm}`

const SUBSCRIBERS = ':subscribers'
/** Every socket of a channel, whatever it may see; no messages are sent to it. */
export const subscribersOf = (name: string) => `${name}${SUBSCRIBERS}`

/** The channels with subscribers among these rooms, in order. */
export function channelsIn(rooms: Iterable<string>): string[] {
  return [...rooms].flatMap((room) => (room.endsWith(SUBSCRIBERS) ? [room.slice(0, -SUBSCRIBERS.length)] : [])).sort()
}

/** The audiences (each a Socket.IO room) that a subscriber joins for a channel. */
export function audiencesOf(user: SignedIn, name: string, { kind }: LiveChannel): string[] {
  if (!SCOPED.includes(kind)) return [name]
  return user.firms === 'all' ? [audienceOfAll(name)] : user.firms.map((firm) => audienceOfFirm(name, firm))
}
