/** An answer, and when it came (epoch milliseconds of this machine). */
interface EarlyAnswer {
  response: Response
  cameAt: number
}

declare global {
  interface Window {
    /** The answers that the script of the document asked for before any code was there (apps/web/first-paint.ts), by address; null: no connection. */
    earlyAnswers?: Map<string, { token: string; answer: Promise<EarlyAnswer | null> }>
  }
}

/** An answer that no page has taken by then is too old to be shown as a new one. */
const OLDEST_MS = 30_000

/** The answer to a GET that was sent early with this token, for the first who asks; null when there is none, it failed, or it is too old. */
export async function takeEarlyAnswer(url: string, token: string | null): Promise<EarlyAnswer | null> {
  const early = window.earlyAnswers?.get(url)
  window.earlyAnswers?.delete(url)
  if (!early || early.token !== token) return null
  const answer = await early.answer
  return answer && Date.now() - answer.cameAt < OLDEST_MS ? answer : null
}
