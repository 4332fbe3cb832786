import { randomBytes } from 'node:crypto'
import type { AnswerOfIngest, AskIngest, IngestAnswers } from './ask-ingest.ts'
import type { Basics } from './basics.ts'
import type { ProcessRole } from './config.ts'
import { every } from './core/every.ts'
import { createProcessMessages } from './core/processes/process-messages.ts'
import type { Events } from './events.ts'
import type { ProcessFigures } from './features/dashboard/ingest-pace.ts'

/** Every process listens to the first channel, and those that serve browsers to the second. */
type ProcessChannel = 'dalyan_changes' | 'dalyan_live'

const LOOK_EVERY_MS = 250
const REPEAT_AFTER_MS = 4_000
const FORGOTTEN_AFTER_MS = 12_000
/** A process that was killed a moment ago does not answer. */
const ANSWERED_WITHIN_MS = 500

/** The events that every other process must know, because each keeps something in memory that they change. */
const CHANGES = [
  'tank.changed',
  'terminal.changed',
  'settings.changed',
  'user.changed',
  'firm.changed',
  'key_profile.changed',
  'session.ended',
  'incidents.changed',
] as const satisfies readonly (keyof Events)[]

/** The events that only browsers see, with the channels of live messages on which they do. */
const LIVE: { [E in keyof Events]?: (data: Events[E]) => string[] } = {
  'alarm.changed': ({ tank }) => ['alarms', `tank.${tank?.id}`],
  'terminal.connection_changed': ({ id, tank_id }) => [`iot.${id}`, `tank.${tank_id}`],
  'journal.written': ({ tank }) => [`tank.${tank.id}`],
  'terminal_log.written': () => ['iot-logs'],
  'tank_log.written': () => ['tank-logs'],
  'server_log.written': () => ['server-logs'],
  'notification.made': ({ user_id }) => [`user.${user_id}`],
}

/** What a process says about itself: at its start, when it changes, and every few seconds. */
interface ProcessState {
  roles: readonly ProcessRole[]
  /** The channels of live messages that its browsers look at. */
  channels: readonly string[]
  figures: ProcessFigures
  /** It takes readings, and storing them fails. */
  cannot_store?: boolean
  /** It does not know the others yet. */
  is_new?: boolean
}

type ProcessMessage =
  | { state: ProcessState }
  | { left: true }
  /** Messages of this process were lost. */
  | { missed: true }
  | { event: keyof Events; data: unknown }
  | { question: keyof IngestAnswers; id: string; terminal_id: number }
  | { answer: unknown; id: string }

interface Peer extends Pick<ProcessState, 'roles' | 'figures' | 'cannot_store'> {
  channels: ReadonlySet<string>
  seenAt: number
}

interface Needs extends Pick<Basics, 'events' | 'log'> {
  roles: readonly ProcessRole[]
  /** The channels of live messages that this process' browsers look at. */
  watched: () => string[]
  /** What this process knows of a terminal. */
  answers: () => AnswerOfIngest
  figures: () => ProcessFigures
  /** Whether this process stores the readings that it takes. */
  canStore: () => boolean
}

/**
 * Carries events to the other processes on this database, where they are announced as if they had happened there. A process alone sends nothing but
 * its state. Readings leave only for tanks and terminals that a browser of another process looks at.
 */
export function createEventForwarding({ events, log, roles, watched, answers, figures, canStore }: Needs) {
  const peers = new Map<string, Peer>()
  /** The questions of this process that wait for answers. */
  const asked = new Map<string, (answer: unknown) => void>()
  let isReceiving = false
  let said = { channels: '', cannot_store: false, at: Number.NEGATIVE_INFINITY }
  let looking: { stop(): Promise<void> } | undefined

  const messages = createProcessMessages<ProcessChannel>({
    log,
    listensTo: roles.includes('web') ? ['dalyan_changes', 'dalyan_live'] : ['dalyan_changes'],
    receive: (message, from) => receive(message as ProcessMessage, from),
    connected(isAgain) {
      say({ is_new: true })
      if (!isAgain) return
      send('dalyan_changes', { missed: true })
      announceMissed()
    },
    dropped: () => {
      isBehind = true
    },
  })
  /** Messages were lost, and the others do not know it yet. */
  let isBehind = false

  const send = (channel: ProcessChannel, message: ProcessMessage) => messages.send(channel, message)

  function say(more: Pick<ProcessState, 'is_new'> = {}): void {
    const [channels, cannot_store] = [watched(), !canStore()]
    said = { channels: channels.join(), cannot_store, at: performance.now() }
    send('dalyan_changes', { state: { roles, channels, figures: figures(), cannot_store, ...more } })
  }

  /** Says the state of this process anew when it has changed, or when the others would forget it. */
  async function look(): Promise<void> {
    const now = performance.now()
    for (const [from, { seenAt }] of peers) if (now - seenAt > FORGOTTEN_AFTER_MS) peers.delete(from)
    if (isBehind) {
      isBehind = false
      send('dalyan_changes', { missed: true })
    }
    const hasChanged = () => watched().join() !== said.channels || canStore() === said.cannot_store
    if (now - said.at > REPEAT_AFTER_MS || (peers.size > 0 && hasChanged())) say()
  }

  function receive(message: ProcessMessage, from: string): void {
    if ('state' in message) {
      const { channels, is_new, ...state } = message.state
      peers.set(from, { ...state, channels: new Set(channels), seenAt: performance.now() })
      if (is_new) say()
    } else if ('left' in message) peers.delete(from)
    else if ('missed' in message) announceMissed()
    else if ('question' in message) answer(message)
    else if ('answer' in message) asked.get(message.id)?.(message.answer)
    else announce(message.event, message.data as Events[typeof message.event])
  }

  function announce<E extends keyof Events>(event: E, data: Events[E]): void {
    isReceiving = true
    events.emit(event, data)
    isReceiving = false
  }

  function announceMissed(): void {
    isReceiving = true
    events.emit('events.missed', {})
    isReceiving = false
  }

  function answer({ question, id, terminal_id }: Extract<ProcessMessage, { question: unknown }>): void {
    if (!roles.includes('ingest')) return
    send('dalyan_live', { answer: answers()[question](terminal_id), id })
    void messages.flush()
  }

  const withRole = (role: ProcessRole) => [...peers.values()].filter((peer) => peer.roles.includes(role)).length

  const ask: AskIngest = async (question, terminal_id) => {
    const expected = withRole('ingest')
    if (expected === 0) return []
    const id = randomBytes(6).toString('base64url')
    const found: IngestAnswers[typeof question][] = []
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ANSWERED_WITHIN_MS)
      asked.set(id, (one) => {
        found.push(one as IngestAnswers[typeof question])
        if (found.length < expected) return
        clearTimeout(timer)
        resolve()
      })
      send('dalyan_changes', { question, id, terminal_id })
      void messages.flush()
    })
    asked.delete(id)
    return found
  }

  function isWatched(channels: readonly string[]): boolean {
    for (const peer of peers.values()) if (channels.some((channel) => peer.channels.has(channel))) return true
    return false
  }

  const hasWatchers = () => {
    for (const { channels } of peers.values()) if (channels.size > 0) return true
    return false
  }

  function forward<E extends keyof Events>(
    event: E,
    isWanted: (data: Events[E]) => boolean,
    channel: ProcessChannel,
  ): void {
    events.on(event, (data) => {
      if (!isReceiving && peers.size > 0 && isWanted(data)) send(channel, { event, data })
    })
  }

  for (const event of CHANGES) forward(event, () => true, 'dalyan_changes')
  for (const event of Object.keys(LIVE) as (keyof typeof LIVE)[]) {
    const channelsOf = LIVE[event] as (data: Events[typeof event]) => string[]
    forward(event, (data) => isWatched(channelsOf(data)), 'dalyan_live')
  }
  events.on('measurements.stored', (stored) => {
    if (isReceiving || !hasWatchers()) return
    const wanted = isWatched(['tanks'])
      ? stored
      : stored.filter(({ tank_id, iot_id }) => isWatched([`tank.${tank_id}`, `iot.${iot_id}`]))
    if (wanted.length > 0) send('dalyan_live', { event: 'measurements.stored', data: wanted })
  })

  return {
    user: messages,
    /** Whether another process has this role. */
    isElsewhere: (role: ProcessRole) => withRole(role) > 0,
    /** Whether another process that takes readings stores them; null: no other takes any. */
    storesElsewhere(): boolean | null {
      const receivers = [...peers.values()].filter((peer) => peer.roles.includes('ingest'))
      return receivers.length === 0 ? null : receivers.some((peer) => !peer.cannot_store)
    },
    ask,
    /** The figures of the other processes, a few seconds old. */
    figures: () => [...peers.values()].map((peer) => peer.figures),
    start(): void {
      looking = every(LOOK_EVERY_MS, 'the state for other processes', log, look)
    },
    async stop(): Promise<void> {
      await looking?.stop()
      send('dalyan_changes', { left: true })
      await messages.flush()
    },
  }
}
