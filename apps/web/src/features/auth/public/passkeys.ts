import { authApi } from '@dalyan/contracts/auth'
import { type Passkey, passkeysApi } from '@dalyan/contracts/passkeys'
import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { writeStored } from '../../../shared/browser/storage.ts'
import { enter } from './auth.queries.ts'
import { PASSKEY_MARK } from './passkey-mark.ts'

/** Why this page cannot use passkeys in this browser; null: it can. */
export function passkeyObstacle(): 'https' | 'name' | 'browser' | null {
  if (!window.isSecureContext) return 'https'
  if (/^\[|^\d+(\.\d+){3}$/.test(window.location.hostname)) return 'name'
  const methods = globalThis.PublicKeyCredential as Partial<typeof PublicKeyCredential> | undefined
  return methods?.parseCreationOptionsFromJSON && methods.parseRequestOptionsFromJSON ? null : 'browser'
}

type PasskeyAnswer = Parameters<typeof call<typeof passkeysApi.login>>[1]['body']['credential']

/** The device's answer as the server reads it. */
function answerOf(credential: Credential | null): PasskeyAnswer {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no credential', 'NotAllowedError')
  return credential.toJSON() as object as PasskeyAnswer
}

/** Makes a passkey of this device. @throws ApiError, or a DOMException of the device */
export async function addPasskey(password: string): Promise<Passkey> {
  const { options } = await call(passkeysApi.begin)
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never)
  const credential = answerOf(await navigator.credentials.create({ publicKey }))
  const made = await call(passkeysApi.create, { body: { password, credential } })
  writeStored(PASSKEY_MARK, '1')
  return made
}

/**
 * Signs in by a passkey.
 * @param mediation `conditional`: the browser offers the passkeys in the field of the email address and waits until one is chosen.
 * @throws ApiError, or a DOMException of the device
 */
export async function loginByPasskey(
  cache: QueryClient,
  { mediation, signal }: { mediation?: 'conditional'; signal?: AbortSignal } = {},
): Promise<void> {
  await call(authApi.csrfCookie)
  const { options } = await call(passkeysApi.beginLogin)
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
  const asked = { publicKey, ...(mediation ? { mediation } : {}), ...(signal ? { signal } : {}) }
  const credential = answerOf(await navigator.credentials.get(asked))
  try {
    enter(cache, await call(passkeysApi.login, { body: { credential } }))
  } catch (error) {
    // The account no longer has the key: the password is offered first again.
    if (error instanceof ApiError && error.code === 'passkey_refused') writeStored(PASSKEY_MARK, null)
    throw error
  }
  writeStored(PASSKEY_MARK, '1')
}

const DEVICE_PROBLEMS: Readonly<Record<string, 'cancelled' | 'exists' | 'address'>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'exists',
  SecurityError: 'address',
}

/** What the user reads when a ceremony fails. */
export function passkeyProblem(t: TFunction, error: Error): string {
  if (error instanceof ApiError) return error.message
  return t(`passkeys.problem.${DEVICE_PROBLEMS[error.name] ?? 'other'}`)
}
