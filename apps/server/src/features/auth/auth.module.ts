import { createUnknownTokens } from '../../core/http/unknown-tokens.ts'
import { createUseTimes } from '../../core/http/use-times.ts'
import { createFailedSignInAudit } from './audit-failed-sign-ins.ts'
import type { AccountNeeds, AuthNeeds } from './auth-needs.ts'
import { createPasswordHasher } from './password-hasher.ts'
import { parseToken } from './session-token.ts'
import { authenticate } from './sessions.ts'
import { tokensRepository } from './tokens.repository.ts'
import { createKeyedQueue } from './keyed-queue.ts'

/** Wires sign-in and everything around it. */
export function createAuth(given: AuthNeeds) {
  const needs: AccountNeeds = {
    ...given,
    hasher: createPasswordHasher(),
    failedSignIns: createFailedSignInAudit(given),
    accountQueue: createKeyedQueue(),
  }
  const tokens = tokensRepository(given.database)
  const noteUse = createUseTimes({ ...given, write: tokensRepository(given.database.patient).touch })
  const authenticated = (token: string) => authenticate(given, noteUse, token)
  return {
    auth: needs,
    authenticate: authenticated,
    authenticateFrom: createUnknownTokens({
      ...given,
      hashOf: (token) => parseToken(token)?.hash ?? null,
      findHashes: tokens.findHashes,
      authenticate: authenticated,
    }),
  }
}
