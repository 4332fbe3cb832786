import type { BodyOf } from '@dalyan/contracts/endpoint'
import { MOST_PASSKEYS, type Passkey, type passkeysApi } from '@dalyan/contracts/passkeys'
import { instantAt } from '../../core/clock.ts'
import { AppError } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import { callerNetwork } from '../../core/http/caller-network.ts'
import { requireFound } from '../../core/records.ts'
import { hashOf, makeSecret } from '../../core/secrets/random-secret.ts'
import { takeAttempt } from './attempt-gate.ts'
import { ATTEMPT_LIMITS } from './attempt-limits.rules.ts'
import { attemptsRepository as attempts } from './attempts.repository.ts'
import type { AccountNeeds, AuthNeeds } from './auth-needs.ts'
import { checkOwnPassword, findOwnAccount, signIn, type SignedInBrowser } from './auth.service.ts'
import { browserName } from './browser-name.rules.ts'
import { passkeysRepository } from './passkeys.repository.ts'
import { accountOf, actorAt, type CallOrigin } from './sessions.ts'

const CEREMONY_MS = 5 * 60_000
/** ES256, RS256 and EdDSA of COSE: what phones, computers and security keys make. */
const ALGORITHMS = [-7, -257, -8]

/** The address that passkeys are bound to. */
export interface Site {
  /** Such as `https://dalyan.example.org`. */
  origin: string
  hostname: string
}

type Made = BodyOf<typeof passkeysApi.create>
type Answered = BodyOf<typeof passkeysApi.login>

// Passkeys: keys that stay in a user's device and sign in there after its own fingerprint, face or PIN.

// Loaded with the first ceremony: most processes never need its code, which reads certificates of all makers.
const webauthn = () => import('@simplewebauthn/server')

export async function listPasskeys({ database }: AuthNeeds, userId: number): Promise<{ data: Passkey[] }> {
  return { data: await passkeysRepository(database).listOf(userId) }
}

/** The options with which a browser makes a key that this user does not have yet. */
export async function beginPasskey(needs: AuthNeeds, userId: number, { hostname }: Site) {
  const { database, settings } = needs
  const { generateRegistrationOptions } = await webauthn()
  const user = await findOwnAccount(needs, database, userId)
  const known = await passkeysRepository(database).listOf(userId)
  const options = await generateRegistrationOptions({
    rpName: await settings(database).get('system_name'),
    rpID: hostname,
    userID: new TextEncoder().encode(String(userId)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: await newChallenge(needs, userId),
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports,
    })),
    // A key that the device itself finds and guards: it replaces both the e-mail address and the password.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return { options: { ...options } }
}

/** @throws 422 at `password`, or `passkey_refused` when the answer does not fit the begun ceremony. */
export async function createPasskey(
  needs: AccountNeeds,
  userId: number,
  { password, credential }: Made,
  site: Site,
  caller: CallOrigin,
): Promise<Passkey> {
  const account = await checkOwnPassword(needs, userId, 'password', password)
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await verifyRegistrationResponse({
    response: credential as never,
    expectedChallenge: takesChallenge(needs, userId),
    expectedOrigin: site.origin,
    expectedRPID: site.hostname,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!verified?.verified) throw new AppError(422, 'passkey_refused')
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  const browser = browserName(caller.browser)
  return needs.database.transact(async (on) => {
    // Also makes two answers at once wait for each other.
    if ((await needs.users(on).holdPassword(userId)) !== account.password_hash)
      throw new AppError(422, 'passkey_refused')
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
      created_at: instantAt(needs.clock.now()),
    })
    const after = { browser }
    await needs.audit(on, actorAt(caller, account), { event: 'passkey_added', target: accountOf(account), after })
    return made
  })
}

/** @throws 404 when it belongs to another user. */
export async function removePasskey({ database, audit }: AuthNeeds, id: number, actor: UserActor): Promise<void> {
  await database.transact(async (on) => {
    const before = requireFound(await passkeysRepository(on).removeOf(actor.id, id))
    await audit(on, actor, { event: 'passkey_removed', target: accountOf(actor), before })
  })
}

/** The options with which a browser signs in by any key of this site. */
export async function beginPasskeyLogin(needs: AuthNeeds, { hostname }: Site) {
  const { generateAuthenticationOptions } = await webauthn()
  const challenge = await newChallenge(needs, null)
  const options = await generateAuthenticationOptions({ rpID: hostname, challenge, userVerification: 'required' })
  return { options: { ...options } }
}

/** @throws 401 `passkey_refused`, the same for an unknown key, a wrong signature, and a challenge that is over. */
export async function loginByPasskey(
  needs: AccountNeeds,
  { credential }: Answered,
  site: Site,
  caller: CallOrigin,
  mark: string | null,
): Promise<SignedInBrowser> {
  const perAddress = `login from ${callerNetwork(caller.address)}`
  const taken = await takeAttempt(needs, [{ key: perAddress, ...ATTEMPT_LIMITS.signInFromAddress }])
  const passkeys = passkeysRepository(needs.database)
  const found = await passkeys.findByCredential(Buffer.from(credential.id, 'base64url'))
  const { verifyAuthenticationResponse } = await webauthn()
  const verified =
    found &&
    (await verifyAuthenticationResponse({
      response: credential as never,
      expectedChallenge: takesChallenge(needs, null),
      expectedOrigin: site.origin,
      expectedRPID: site.hostname,
      credential: { id: credential.id, publicKey: new Uint8Array(found.public_key), counter: found.counter },
    }).catch(() => null))
  if (!found || !verified?.verified) {
    const account = { id: found?.user_id ?? null, name: found?.name ?? '' }
    await needs.failedSignIns.record(actorAt(caller, null), account)
    throw new AppError(401, 'passkey_refused')
  }
  await attempts(needs.database).giveBack(perAddress, taken)
  await passkeys.markUsed(found.id, verified.authenticationInfo.newCounter, instantAt(needs.clock.now()))
  const { user_id: id, password_hash, browser } = found
  return signIn(needs, { id, password_hash }, caller, mark, { passkey: browser })
}

/** Deletes the challenges that were not answered in time; call it periodically. */
export function removeExpiredChallenges({ database, clock }: AuthNeeds): Promise<void> {
  return passkeysRepository(database).removeExpiredChallenges(instantAt(clock.now()))
}

async function newChallenge({ database, clock }: AuthNeeds, user_id: number | null): Promise<Buffer<ArrayBuffer>> {
  const { secret, hash } = makeSecret()
  const expires_at = instantAt(clock.now() + CEREMONY_MS)
  await passkeysRepository(database).insertChallenge({ hash, user_id, expires_at })
  return Buffer.from(secret, 'base64url')
}

/** Each challenge is answered once. */
function takesChallenge({ database, clock }: AuthNeeds, userId: number | null) {
  return (challenge: string) =>
    passkeysRepository(database).takeChallenge(hashOf(challenge), userId, instantAt(clock.now()))
}
