import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { TargetGuard } from './public-agent.ts'

/** How much of a refusing answer is read, in bytes, and stored, in characters. */
const READ = 2_048
const KEPT = 300

interface Posted {
  guard: TargetGuard
  body: string | Buffer
  headers: Record<string, string>
  /** For the request and its answer. */
  timeoutMs: number
  /** Ends the request early. */
  signal: AbortSignal
}

export interface PostAnswer {
  status: number
  /** The beginning of an answer that refused the request; null: it was accepted, or the answer was empty. */
  begins: string | null
}

/** Whether the request was accepted. A redirect counts as a refusal, because no user has entered its target. */
export function isTaken(status: number): boolean {
  return status >= 200 && status <= 299
}

/** Sends one request by HTTPS. The body of an accepting answer is not read. @throws when the target is not allowed, or does not answer. */
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
      // If the answer breaks off, the part received so far is used.
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
    // The answer broke off or took too long.
  }
  response.destroy()
  const text = Buffer.concat(parts).subarray(0, READ).toString('utf8')
  const line = text.replaceAll(/[\s\p{Cc}\p{Surrogate}]+/gu, ' ').trim()
  return line === '' ? null : [...line].slice(0, KEPT).join('')
}
