const MAIL_REFUSED = new Set<unknown>(['EENVELOPE', 'EMESSAGE'])
/** Of a push service: the subscription, its key or the message is wrong. */
const PUSH_REFUSED = new Set<unknown>([400, 401, 403, 413])

/** Whether a message would be refused again however often it is tried: the mail server knows no such mailbox, the push service no such key. */
export function isForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('responseCode' in error && 'code' in error)
    return typeof error.responseCode === 'number' && error.responseCode >= 500 && MAIL_REFUSED.has(error.code)
  return 'statusCode' in error && PUSH_REFUSED.has(error.statusCode)
}
