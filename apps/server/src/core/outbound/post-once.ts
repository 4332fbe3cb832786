import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { TargetGuard } from './public-agent.ts'

/** So much of an answer that refuses is read, in bytes, and so much of that is kept, in characters. */
const READ = 2_048
const KEPT = 300

interface Posted {
  guard: TargetGuard
  body: string | Buffer
  headers: Record<string, string>
  /** For all of it, the answer included. */
  timeoutMs: number
  /** Ends it early. */
  signal: AbortSignal
}

export interface PostAnswer {
  status: number
  /** How an answer begins that refuses; null: it took it, or said nothing. */
  begins: string | null
}

/** Whether it was taken. A redirection is none: where it leads was never entered by anybody. */
export function isTaken(status: number): boolean {
  return status >= 200 && status <= 299
}

/** One request by HTTPS. What a receiver says that takes it is not read. @throws where it may not go, or where no answer comes. */
export async function postOnce(address: string, posted: Posted): Promise<PostAnswer> {
  const { guard, body, headers, timeoutMs, signal } = posted
  const url = guard.read(address)
  return new Promise((resolve, reject) => {
    const late = AbortSignal.timeout(timeoutMs)
    const ends = AbortSignal.any([late, signal])
    const sent = request(url, { method: 'POST', agent: guard.agent, signal: ends, headers }, (response) => {
      const status = response.statusCode ?? 0
      if (isTaken(status)) {
        response.destroy()
        return resolve({ status, begins: null })
      }
      // An answer that breaks off has said what it said.
      void beginningOf(response).then((begins) => resolve({ status, begins }))
    })
    sent.on('error', (error) => reject(late.aborted ? new Error(`no answer within ${timeoutMs / 1000} s`) : error))
    sent.end(body)
  })
}

async function beginningOf(response: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length >= READ) break
    }
  } catch {
    // It broke off, or took too long.
  }
  response.destroy()
  const text = Buffer.concat(parts).subarray(0, READ).toString('utf8')
  const line = text.replaceAll(/[\s\p{Cc}\p{Surrogate}]+/gu, ' ').trim()
  return line === '' ? null : [...line].slice(0, KEPT).join('')
}
