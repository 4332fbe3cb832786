import type { IntakeReply, RefusalNotice } from '@dalyan/contracts/device-messages'
import { errorText, type ErrorCode, type Language } from '@dalyan/contracts/errors'
import type { Receipt } from './accept-message.ts'
import type { FieldProblem } from './parse-reading.ts'

/** The language of the device API where the caller names none; MQTT has no place for it. */
const DEFAULT_LANGUAGE: Language = 'tr'
/** Longest payload of a notice; what does not fit is counted. */
const LONGEST_NOTICE = 8 * 1024
const LARGEST_MESSAGE = { limit: '256 KiB' }

/** A reading of a message, with what is wrong with its fields. */
interface FaultyReading {
  index: number
  errors: Record<string, FieldProblem[]>
}

/** Whether anything of a message was refused for good. */
export function hasRefusal({ problem, rejected, left_out, conflicts }: Receipt): boolean {
  return problem !== null || rejected.length > 0 || left_out.length > 0 || conflicts > 0
}

/** Whether nothing of a message was stored before or now. */
export function isNothingGood({ problem, stored, duplicates, is_health_only }: Receipt): boolean {
  return problem !== null || (stored + duplicates === 0 && !is_health_only)
}

/** The answer to a message by HTTP. */
export function replyOf({ stored, duplicates, rejected }: Receipt, language: Language): IntakeReply {
  return { stored, duplicates, rejected: rejected.map((reading) => inWords(reading, language)) }
}

/** The payload that informs a terminal of what was refused in a message; the texts are those of the answer by HTTP. */
export function noticeOf(receipt: Receipt, language: Language = DEFAULT_LANGUAGE): Buffer {
  const { stored, duplicates, rejected, conflicts } = receipt
  const { code, parts } = reasonOf(receipt)
  const left_out = byReading(receipt.left_out)
  const notice: RefusalNotice = {
    message: errorText(code, language, parts),
    code,
    stored,
    duplicates,
    rejected: [],
    ...(left_out.length > 0 && { left_out: [] }),
    ...(conflicts > 0 && { conflicts }),
  }
  let bytesLeft = LONGEST_NOTICE - bytesOf({ ...notice, more: rejected.length + left_out.length })
  const put = (from: readonly FaultyReading[], to: IntakeReply['rejected'] = []) => {
    for (const reading of from) {
      const entry = inWords(reading, language)
      bytesLeft -= bytesOf(entry) + 1
      if (bytesLeft < 0) break
      to.push(entry)
    }
    return from.length - to.length
  }
  const more = put(rejected, notice.rejected) + put(left_out, notice.left_out)
  return Buffer.from(JSON.stringify(more > 0 ? { ...notice, more } : notice))
}

/** The same for a message to another topic. @param own the topic of the terminal's readings */
export function noticeOfTopic(own: string): Buffer {
  const code = 'other_topic'
  const message = errorText(code, DEFAULT_LANGUAGE, { topic: own })
  return Buffer.from(JSON.stringify({ message, code, stored: 0, duplicates: 0, rejected: [] } satisfies RefusalNotice))
}

/** Of a message that was stored in part, the first reason. */
function reasonOf(receipt: Receipt): { code: ErrorCode; parts: Record<string, unknown> } {
  const { problem, rejected, left_out } = receipt
  if (problem) return { code: problem, parts: LARGEST_MESSAGE }
  if (isNothingGood(receipt)) return { code: 'no_reading_accepted', parts: {} }
  const [reading] = rejected
  const [first] = reading ? Object.values(reading.errors).flat() : left_out.map((value) => value.problem)
  return first ?? { code: reading ? 'invalid' : 'other_value_stored', parts: {} }
}

/** Values that were left out, gathered by their reading. */
function byReading(values: Receipt['left_out']): FaultyReading[] {
  const readings = new Map<number, FaultyReading>()
  for (const { index, metric, problem } of values) {
    const reading = readings.get(index) ?? { index, errors: {} }
    reading.errors[metric] = [problem]
    readings.set(index, reading)
  }
  return [...readings.values()]
}

function inWords({ index, errors }: FaultyReading, language: Language): IntakeReply['rejected'][number] {
  const texts = Object.entries(errors).map(([field, problems]) => [
    field,
    problems.map(({ code, parts }) => errorText(code, language, parts)),
  ])
  return { index, errors: Object.fromEntries(texts) as Record<string, string[]> }
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value))
}
