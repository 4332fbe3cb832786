import { createHash } from 'node:crypto'
import { CODE_PATTERN } from '@dalyan/contracts/codes'
import { errorsTopic, receiptsTopic, type ReadingsReceipt } from '@dalyan/contracts/device-messages'
import type { Language } from '@dalyan/contracts/errors'
import type { IPublishPacket } from 'mqtt-packet'
import { instantAt } from '../core/clock.ts'
import type { Basics } from '../basics.ts'
import type { TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import type { KnownTerminal } from '../features/terminals/terminal-directory.rules.ts'
import { NoLongerAdmitted, type AcceptMessage, type Receipt } from './accept-message.ts'
import { openBrokerLink, SESSION_PREFIX, type BrokerLink } from './broker-link.ts'
import { rawText, type IngestLog } from './ingest-log.ts'
import type { Patience, ReadingBatcher } from './reading-batcher.ts'
import { hasRefusal, noticeOf } from './refusal-notices.ts'

/** How long a message waits for the database; then the connection is closed, so that the broker sends it again. */
const PATIENCE: Patience = { ms: 30_000, outlastsFailures: true }
const TOPIC = /^dalyan\/v1\/([^/]+)\/measurements$/
/**
 * A message that fails so often, while others are stored in between, is refused for good: what is not acknowledged holds back everything that the
 * broker sends after it.
 */
const MOST_FAILURES = 5
const MOST_FAILING = 1_000
/** One line in the log for all messages of this time that name no terminal. */
const REPORT_EVERY_MS = 60_000

interface Needs extends Pick<Basics, 'clock' | 'log'> {
  /** The broker, with the user name and password of this installation. */
  url: string
  directory: Pick<TerminalDirectory, 'byCode' | 'byId' | 'settled'>
  acceptMessage: AcceptMessage
  batcher: Pick<ReadingBatcher, 'isFull' | 'whenNotFull'>
  ingestLog: Pick<IngestLog, 'add'>
}

/**
 * Takes the readings of all terminals from a broker of the operator. The broker has checked who published: the code in the topic is believed
 * (docs/behaviour/mqtt.md).
 */
export function createBrokerIntake({ url, directory, acceptMessage, batcher, ingestLog, clock, log }: Needs) {
  const links = new Map<number, BrokerLink>()
  let strangers = { count: 0, until: 0 }
  let accepted = 0
  /** By topic and payload: how often it failed, and how many messages were accepted before. */
  const failing = new Map<string, { failures: number; accepted: number }>()

  async function take({ topic, payload }: IPublishPacket): Promise<void> {
    const code = TOPIC.exec(topic)?.[1] ?? ''
    const terminal = directory.byCode(code) ?? (await findNew(code))
    if (!terminal) return reportStranger(code)
    try {
      const receipt = await acceptMessage({
        terminalId: terminal.id,
        transport: 'mqtt',
        address: null,
        payload: payload as Buffer,
        shape: 'dalyan',
        patience: PATIENCE,
      })
      accepted += 1
      send(receiptsTopic(code), () => receiptFor(receipt))
      notifyRefusals(terminal.id, receipt)
    } catch (error) {
      // Acknowledged, because it would come for ever; the terminal's page counts it.
      if (error instanceof NoLongerAdmitted) return
      if (!isHopeless(topic, payload)) throw error
      log.error(
        { err: error, terminal_id: terminal.id },
        'a message that could not be stored again and again is refused',
      )
      await ingestLog.add(terminal, 'measurement_rejected', 'warning', { reason: 'not_stored', raw: rawText(payload) })
    }
  }

  /** Counts a failure. A fault of the database or of the disk makes all messages fail, so that none becomes hopeless by it. */
  function isHopeless(topic: string, payload: string | Buffer): boolean {
    const key = createHash('sha256').update(topic).update(payload).digest('base64')
    const before = failing.get(key)
    if (before && before.accepted === accepted) return false
    const failures = (before?.failures ?? 0) + 1
    failing.delete(key)
    if (failures >= MOST_FAILURES) return true
    failing.set(key, { failures, accepted })
    const [oldest] = failing.keys()
    if (failing.size > MOST_FAILING && oldest !== undefined) failing.delete(oldest)
    return false
  }

  /** It may have been made a moment ago. */
  async function findNew(code: string): Promise<KnownTerminal | undefined> {
    if (!CODE_PATTERN.test(code)) return undefined
    await directory.settled()
    return directory.byCode(code)
  }

  function reportStranger(code: string): void {
    strangers.count += 1
    if (clock.now() < strangers.until) return
    log.warn(
      { code: code.slice(0, 64), count: strangers.count },
      'the MQTT broker let a client publish under a code that no terminal has',
    )
    strangers = { count: 0, until: clock.now() + REPORT_EVERY_MS }
  }

  function send(topic: string, payload: () => Buffer): void {
    for (const link of links.values()) if (link.isReady()) return void link.publish(topic, payload())
  }

  /** Sends a terminal what was refused of a message. */
  function notifyRefusals(terminalId: number, receipt: Receipt, language?: Language): void {
    const code = hasRefusal(receipt) ? directory.byId(terminalId)?.code : undefined
    if (code !== undefined) send(errorsTopic(code), () => noticeOf(receipt, language))
  }

  return {
    /** Opens a session at the broker. @param number which one of the installation; each is served by one process at a time */
    open(number: number, mode: 'share' | 'drain' = 'share'): BrokerLink {
      const link = openBrokerLink({
        url,
        clientId: `${SESSION_PREFIX}${number}`,
        mode,
        log,
        take,
        full: () => (batcher.isFull() ? batcher.whenNotFull() : null),
      })
      links.set(number, link)
      return link
    },
    async close(number: number): Promise<void> {
      const link = links.get(number)
      links.delete(number)
      await link?.stop()
    },
    notifyRefusals,
    /** Sessions at the broker that are subscribed now. */
    sessions: () => [...links.values()].filter((link) => link.isReady()).length,
    /** Takes no further messages; those taken are still acknowledged. */
    hold(): void {
      for (const link of links.values()) link.hold()
    },
    async stop(): Promise<void> {
      await Promise.all([...links.values()].map((link) => link.stop()))
      links.clear()
    },
  }
}

export type BrokerIntake = ReturnType<typeof createBrokerIntake>

function receiptFor({ problem, on_disk, stored, duplicates, rejected }: Receipt): Buffer {
  const receipt: ReadingsReceipt = {
    measured_at: on_disk.map(({ measured_at }) => instantAt(measured_at)),
    stored,
    duplicates,
    rejected: problem ? 1 : rejected.length,
  }
  return Buffer.from(JSON.stringify(receipt))
}
