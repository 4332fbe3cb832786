const MAIL_REFUSED = new Set<unknown>(['EENVELOPE', 'EMESSAGE'])
/** Answers of a push service that blame the subscription, its key or the message. */
const PUSH_REFUSED = new Set<unknown>([400, 401, 403, 413])

const LONGEST_REASON = 300
const EMAIL = /(?:"[^"]*"|[^\s<>()[\]"',;:]*)@[^\s<>()[\]"',;]+/g
const WEB_ADDRESS = /https?:\/\/\S+/gi

/** Why a message could not be sent, for administrators: one short line without addresses. */
export function reasonOf(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_REASON)
  const line = text.replaceAll(/[\s\p{Cc}\p{Surrogate}]+/gu, ' ').trim()
  return line.replaceAll(WEB_ADDRESS, '…').replaceAll(EMAIL, '…')
}

/** Whether every further try would be refused: the mail server does not know the mailbox, or the push service the key. */
export function isForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('responseCode' in error && 'code' in error)
    return typeof error.responseCode === 'number' && error.responseCode >= 500 && MAIL_REFUSED.has(error.code)
  return 'statusCode' in error && PUSH_REFUSED.has(error.statusCode)
}
