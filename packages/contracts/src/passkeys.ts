import * as z from 'zod/mini'
import { Password } from './credentials.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { IdParams } from './paging.ts'
import { User } from './users.ts'

/** A key of one of the caller's devices, which signs in without a password (WebAuthn). */
export const Passkey = z.object({
  id: z.int(),
  /** The browser that made it, short, such as "Chrome · Android"; null when unknown. */
  browser: z.nullable(z.string()),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
})
export type Passkey = z.infer<typeof Passkey>

/** The server's half of a WebAuthn ceremony, as `PublicKeyCredential.parse…OptionsFromJSON` reads it. */
const Ceremony = z.object({ options: z.record(z.string(), z.unknown()) })

/** What a device answered, as `PublicKeyCredential.toJSON` writes it; only WebAuthn reads what is inside. */
const Credential = z.looseObject({
  id: z.string().check(z.maxLength(2_048)),
  response: z.looseObject({ clientDataJSON: z.string().check(z.maxLength(8_192)) }),
})

/** How many passkeys a user may have. */
export const MOST_PASSKEYS = 20

export const passkeysApi = {
  /** The caller's own, the newest first. */
  list: endpoint('GET', '/api/passkeys', { reply: z.object({ data: z.array(Passkey) }) }),
  /** Begins making one; holds for five minutes. */
  begin: endpoint('POST', '/api/passkeys/options', { reply: Ceremony }),
  /** Asks for the password, so that a session that was left open cannot add a key that outlives it. */
  create: endpoint('POST', '/api/passkeys', {
    body: z.object({ password: Password, credential: Credential }),
    reply: Passkey,
    status: 201,
  }),
  remove: endpoint('DELETE', '/api/passkeys/:id', { params: IdParams }),
  /** Begins a sign-in by any passkey of this site. */
  beginLogin: endpoint('POST', '/api/login/passkey/options', { reply: Ceremony }),
  /** 401 `passkey_refused`, whatever the reason. */
  login: endpoint('POST', '/api/login/passkey', {
    body: z.object({ credential: Credential }),
    reply: z.object({ token: z.string(), user: User }),
  }),
}
