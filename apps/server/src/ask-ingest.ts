import type { ReceivedMessage } from '@dalyan/contracts/diagnosis'
import type { TerminalTraffic } from '@dalyan/contracts/terminal-traffic'
import type { Basics } from './basics.ts'
import type { ProcessRole } from './config.ts'
import { sharedFor } from './core/shared-for.ts'
import type { Ingest } from './ingest/ingest.ts'

const READ_EVERY_MS = 2_000

/** What only the process that received it knows of a terminal. */
export interface IngestAnswers {
  last_message: TerminalTraffic['last_message']
  /** Null: it may be connected to a broker that does not say so. */
  is_connected: boolean | null
  received: ReceivedMessage[]
}

/** The answers of the other processes with the role `ingest`; none where there are none. */
export type AskIngest = <Q extends keyof IngestAnswers>(question: Q, terminalId: number) => Promise<IngestAnswers[Q][]>

/** The answers of this process. */
export type AnswerOfIngest = { [Q in keyof IngestAnswers]: (terminalId: number) => IngestAnswers[Q] }

export function answersOf(ingest: Ingest): AnswerOfIngest {
  return { last_message: ingest.lastMessage, is_connected: ingest.isConnected, received: ingest.listen }
}

interface Needs extends Pick<Basics, 'clock'> {
  ingest: Ingest
  isElsewhere: (role: ProcessRole) => boolean
  ask: AskIngest
  /** Read what other processes saved of their terminals. */
  saved: readonly { load(): Promise<void> }[]
}

/** What this process and the others remember of the terminals from which they receive. */
export function createIngestMemory({ ingest, isElsewhere, ask, saved, clock }: Needs) {
  const own = answersOf(ingest)
  const load = sharedFor<'all', unknown>(READ_EVERY_MS, clock.now, () => Promise.all(saved.map((each) => each.load())))

  async function allOf<Q extends keyof IngestAnswers>(question: Q, terminalId: number): Promise<IngestAnswers[Q][]> {
    return [own[question](terminalId), ...(await ask(question, terminalId))]
  }

  return {
    /** Reads what other processes learnt from the traffic, up to seven seconds ago. */
    async readAnew(): Promise<void> {
      if (isElsewhere('ingest')) await load('all')
    },
    async lastMessage(terminalId: number): Promise<TerminalTraffic['last_message']> {
      const all = await allOf('last_message', terminalId)
      return all.reduce((newest, one) => ((one?.received_at ?? '') > (newest?.received_at ?? '') ? one : newest), null)
    },
    async isConnected(terminalId: number): Promise<boolean | null> {
      const all = await allOf('is_connected', terminalId)
      return all.includes(true) || (all.includes(null) ? null : false)
    },
    /** The newest messages first, at most as many as of one process; keeps every process listening. */
    async received(terminalId: number): Promise<ReceivedMessage[]> {
      return mergeReceived(await allOf('received', terminalId))
    },
  }
}

/** Each process counts its own messages; in the order of their arrival the sum counts them all. */
export function mergeReceived(lists: readonly ReceivedMessage[][]): ReceivedMessage[] {
  const [first = [], ...more] = lists.filter((list) => list.length > 0)
  if (more.length === 0) return first
  const total = lists.reduce((sum, [newest]) => sum + (newest?.number ?? 0), 0)
  return lists
    .flat()
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : b.number - a.number))
    .slice(0, Math.max(...lists.map((list) => list.length)))
    .map((message, i) => ({ ...message, number: total - i }))
}
