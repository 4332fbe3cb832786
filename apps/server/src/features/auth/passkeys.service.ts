import type { BodyOf } from '@dalyan/contracts/endpoint'
import { MOST_PASSKEYS, type Passkey, type passkeysApi } from '@dalyan/contracts/passkeys'
import { instantAt } from '../../core/clock.ts'
import { AppError, invalidField, notFound } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import { callerNetwork } from '../../core/http/caller-network.ts'
import { hashOf, makeSecret } from '../../core/secrets/random-secret.ts'
import type { TakeAttempt } from './attempt-gate.ts'
import { ATTEMPT_LIMITS } from './attempt-limits.rules.ts'
import { attemptsRepository as attempts } from './attempts.repository.ts'
import { createFailedSignInAudit } from './audit-failed-sign-ins.ts'
import type { AuthNeeds } from './auth-needs.ts'
import type { AuthService, SignedInBrowser } from './auth.service.ts'
import { browserName } from './browser-name.rules.ts'
import { passkeysRepository } from './passkeys.repository.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { accountOf, actorAt, type Caller } from './sessions.ts'

const CEREMONY_MS = 5 * 60_000
/** ES256, RS256 and EdDSA of COSE: what phones, computers and security keys make. */
const ALGORITHMS = [-7, -257, -8]

/** The address that passkeys are bound to. */
export interface Site {
  /** Such as `https://dalyan.example.org`. */
  origin: string
  hostname: string
}

interface Needs extends AuthNeeds {
  takeAttempt: TakeAttempt
  hasher: PasswordHasher
  auth: Pick<AuthService, 'signInBy'>
}

type Made = BodyOf<typeof passkeysApi.create>
type Answered = BodyOf<typeof passkeysApi.login>

export type Passkeys = ReturnType<typeof createPasskeys>

// Loaded with the first ceremony: most processes never need its code, which reads certificates of all makers.
const webauthn = () => import('@simplewebauthn/server')

/** Passkeys: keys that stay in a user's device and sign in there after its own fingerprint, face or PIN. */
export function createPasskeys(needs: Needs) {
  const { database, clock, users, settings, takeAttempt, hasher, auth, audit } = needs
  const failedSignIns = createFailedSignInAudit(needs)

  async function newChallenge(user_id: number | null): Promise<Buffer<ArrayBuffer>> {
    const { secret, hash } = makeSecret()
    const expires_at = instantAt(clock.now() + CEREMONY_MS)
    await passkeysRepository(database).insertChallenge({ hash, user_id, expires_at })
    return Buffer.from(secret, 'base64url')
  }

  const takes = (userId: number | null) => (challenge: string) =>
    passkeysRepository(database).takeChallenge(hashOf(challenge), userId, instantAt(clock.now()))

  return {
    async list(userId: number): Promise<{ data: Passkey[] }> {
      return { data: await passkeysRepository(database).listOf(userId) }
    },

    /** The options with which a browser makes a key that this user does not have yet. */
    async begin(userId: number, { hostname }: Site) {
      const { generateRegistrationOptions } = await webauthn()
      const user = await users(database).findById(userId)
      if (!user) throw notFound()
      const known = await passkeysRepository(database).listOf(userId)
      const options = await generateRegistrationOptions({
        rpName: await settings(database).get('system_name'),
        rpID: hostname,
        userID: new TextEncoder().encode(String(userId)),
        userName: user.email,
        userDisplayName: user.name,
        challenge: await newChallenge(userId),
        excludeCredentials: known.map(({ credential_id, transports }) => ({
          id: credential_id.toString('base64url'),
          transports,
        })),
        // A key that the device itself finds and guards: it replaces both the e-mail address and the password.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      })
      return { options: { ...options } }
    },

    /** @throws 422 at `password`, or `passkey_refused` when the answer does not fit the begun ceremony. */
    async create(userId: number, { password, credential }: Made, site: Site, caller: Caller): Promise<Passkey> {
      const key = `change password ${userId}`
      await takeAttempt([{ key, ...ATTEMPT_LIMITS.changePassword }])
      const account = await users(database).findSecretById(userId)
      if (!account) throw notFound()
      if (!(await hasher.verify(password, account.password_hash))) {
        throw invalidField('password', 'wrong_current_password')
      }
      await attempts(database).forget(key)
      const { verifyRegistrationResponse } = await webauthn()
      const verified = await verifyRegistrationResponse({
        response: credential as never,
        expectedChallenge: takes(userId),
        expectedOrigin: site.origin,
        expectedRPID: site.hostname,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => null)
      if (!verified?.verified) throw new AppError(422, 'passkey_refused')
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
      const browser = browserName(caller.browser)
      return database.transact(async (on) => {
        // Also makes two answers at once wait for each other.
        if ((await users(on).holdPassword(userId)) !== account.password_hash) throw new AppError(422, 'passkey_refused')
        const passkeys = passkeysRepository(on)
        const credential_id = Buffer.from(id, 'base64url')
        if (await passkeys.findByCredential(credential_id)) throw new AppError(422, 'passkey_refused')
        if ((await passkeys.listOf(userId)).length >= MOST_PASSKEYS)
          throw new AppError(409, 'too_many_passkeys', { parts: { maximum: MOST_PASSKEYS } })
        const made = await passkeys.insert({
          user_id: userId,
          credential_id,
          public_key: Buffer.from(publicKey),
          counter,
          transports,
          browser,
          created_at: instantAt(clock.now()),
        })
        const after = { browser }
        await audit(on, actorAt(caller, account), { event: 'passkey_added', target: accountOf(account), after })
        return made
      })
    },

    /** @throws 404 when it belongs to another user. */
    async remove(id: number, actor: UserActor): Promise<void> {
      await database.transact(async (on) => {
        const before = await passkeysRepository(on).removeOf(actor.id, id)
        if (!before) throw notFound()
        await audit(on, actor, { event: 'passkey_removed', target: accountOf(actor), before })
      })
    },

    /** The options with which a browser signs in by any key of this site. */
    async beginLogin({ hostname }: Site) {
      const { generateAuthenticationOptions } = await webauthn()
      const challenge = await newChallenge(null)
      const options = await generateAuthenticationOptions({ rpID: hostname, challenge, userVerification: 'required' })
      return { options: { ...options } }
    },

    /** @throws 401 `passkey_refused`, the same for an unknown key, a wrong signature, and a challenge that is over. */
    async login({ credential }: Answered, site: Site, caller: Caller, mark: string | null): Promise<SignedInBrowser> {
      const perAddress = `login from ${callerNetwork(caller.address)}`
      const taken = await takeAttempt([{ key: perAddress, ...ATTEMPT_LIMITS.signInFromAddress }])
      const passkeys = passkeysRepository(database)
      const found = await passkeys.findByCredential(Buffer.from(credential.id, 'base64url'))
      const { verifyAuthenticationResponse } = await webauthn()
      const verified =
        found &&
        (await verifyAuthenticationResponse({
          response: credential as never,
          expectedChallenge: takes(null),
          expectedOrigin: site.origin,
          expectedRPID: site.hostname,
          credential: { id: credential.id, publicKey: new Uint8Array(found.public_key), counter: found.counter },
        }).catch(() => null))
      if (!found || !verified?.verified) {
        const account = { id: found?.user_id ?? null, name: found?.name ?? '' }
        await failedSignIns.record(actorAt(caller, null), account)
        throw new AppError(401, 'passkey_refused')
      }
      await attempts(database).giveBack(perAddress, taken)
      await passkeys.markUsed(found.id, verified.authenticationInfo.newCounter, instantAt(clock.now()))
      const { user_id: id, password_hash, browser } = found
      return auth.signInBy({ id, password_hash }, caller, mark, { passkey: browser })
    },

    /** Deletes the challenges that were not answered in time; call it periodically. */
    sweep: () => passkeysRepository(database).removeExpiredChallenges(instantAt(clock.now())),
  }
}
