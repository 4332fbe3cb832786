import type {
  IntegrationFault,
  IntegrationInput,
  IntegrationKind,
  NewIntegration,
} from '@dalyan/contracts/integrations'
import type { Language } from '@dalyan/contracts/errors'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { invalidField } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import { createUnknownTokens } from '../../core/http/unknown-tokens.ts'
import { requireFound } from '../../core/records.ts'
import { hashOf, hashOfSecret, makeSecret } from '../../core/secrets/random-secret.ts'
import type { firmsRepository } from '../firms/firms.repository.ts'
import { integrationsRepository } from './integrations.repository.ts'

const SUCCESS_WRITTEN_EVERY_MS = 60_000
const FAILURE_WRITTEN_EVERY_MS = 5_000

export interface IntegrationNeeds extends Pick<Basics, 'database' | 'clock' | 'log' | 'audit'> {
  firms: typeof firmsRepository
  hasFirm: (on: Connection, id: number) => Promise<boolean>
}

/** An integration that signed in. */
export interface SignedInIntegration {
  id: number
  kind: IntegrationKind
  /** The firms whose tanks it serves. */
  firms: FirmScope
  /** Of the names that it is given. */
  language: Language
}

/** @throws 429 after too many unknown secrets from this IP address. */
export type AuthenticateIntegration = (secret: string, address: string) => Promise<SignedInIntegration | null>

/** The secret is part of this answer only. @throws 422 for an unknown firm */
export async function makeIntegration(
  { database, clock, audit, hasFirm }: IntegrationNeeds,
  { kind, name, firm_id }: IntegrationInput,
  language: Language,
  actor: UserActor,
): Promise<NewIntegration> {
  const { secret, hash } = makeSecret()
  const id = await database.transact(async (on) => {
    if (firm_id !== null && !(await hasFirm(on, firm_id))) throw invalidField('firm_id', 'unknown_firm')
    const integration = { kind, name, firm_id, language, hash, created_at: instantAt(clock.now()) }
    const made = await integrationsRepository(on).insert(integration)
    const target = { kind: 'integration' as const, id: made, name }
    await audit(on, actor, { event: 'integration_created', target, after: { kind, name, firm_id } })
    return made
  })
  return { id, secret }
}

/** Calls with its secret are refused from now on. @throws 404 */
export async function removeIntegration(
  { database, audit }: IntegrationNeeds,
  id: number,
  actor: UserActor,
): Promise<void> {
  await database.transact(async (on) => {
    const before = requireFound(await integrationsRepository(on).remove(id))
    const target = { kind: 'integration' as const, id, name: before.name }
    await audit(on, actor, { event: 'integration_deleted', target, before })
  })
}

/** Reads the secret of an integration: what it may do, now. */
export function authenticatesIntegrations({ database, clock, firms }: IntegrationNeeds): AuthenticateIntegration {
  return createUnknownTokens({
    clock,
    hashOf: hashOfSecret,
    findHashes: integrationsRepository(database).findHashes,
    async authenticate(secret) {
      const found = await integrationsRepository(database).findByHash(hashOf(secret))
      return found ? withFirms({ database, firms }, found) : null
    },
  })
}

/** Reads integrations that signed in before: what they may do, now. Removed ones are left out. */
export async function findIntegrations(
  needs: Pick<IntegrationNeeds, 'database' | 'firms'>,
  ids: readonly number[],
): Promise<SignedInIntegration[]> {
  const found = ids.length === 0 ? [] : await integrationsRepository(needs.database).findByIds(ids)
  return Promise.all(found.map((each) => withFirms(needs, each)))
}

async function withFirms(
  { database, firms }: Pick<IntegrationNeeds, 'database' | 'firms'>,
  { firm_id, ...integration }: Omit<SignedInIntegration, 'firms'> & { firm_id: number | null },
): Promise<SignedInIntegration> {
  return { ...integration, firms: firm_id === null ? 'all' : await firms(database).idsFrom(firm_id) }
}

export type IntegrationMarks = ReturnType<typeof createIntegrationMarks>

/** Saves the last success and failure of each integration, not with every call, and without a wait: a lost one is followed by the next. */
export function createIntegrationMarks({ database, clock, log }: Pick<IntegrationNeeds, 'database' | 'clock' | 'log'>) {
  const repository = integrationsRepository(database)
  const succeeded = new Map<number, number>()
  const failed = new Map<number, number>()

  function isDue(saved: Map<number, number>, id: number, everyMs: number): boolean {
    const now = clock.now()
    if (now < (saved.get(id) ?? Number.NEGATIVE_INFINITY) + everyMs) return false
    saved.set(id, now)
    return true
  }

  const unwaited = (saving: Promise<void>) =>
    void saving.catch((error: unknown) => log.warn({ err: error }, 'the last call of an integration was not saved'))

  return {
    succeeded({ id }: Pick<SignedInIntegration, 'id'>): void {
      if (!isDue(succeeded, id, SUCCESS_WRITTEN_EVERY_MS)) return
      unwaited(repository.saveSuccess(id, instantAt(clock.now())))
    },
    failed({ id }: Pick<SignedInIntegration, 'id'>, fault: IntegrationFault, deviceEui: string | null = null): void {
      if (!isDue(failed, id, FAILURE_WRITTEN_EVERY_MS)) return
      unwaited(repository.saveFailure(id, instantAt(clock.now()), fault, deviceEui))
    },
  }
}
