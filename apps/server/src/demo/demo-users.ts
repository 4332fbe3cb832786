import { join } from 'node:path'
import { ROLE_PERMISSIONS } from '@dalyan/contracts/permissions'
import type { Database } from '../core/database/database.ts'
import type { SignedIn } from '../core/http/signed-in.ts'
import type { FirstAdmin } from '../features/auth/first-admin.ts'
import type { PasswordHasher } from '../features/auth/password-hasher.ts'
import type { usersRepository } from '../features/users/users.repository.ts'
import { DEMO_USERS } from './demo-plan.ts'
import { LOGINS_FILE, makePassword, readSecrets, writeSecrets } from './demo-secrets.ts'

interface Needs {
  database: Database
  users: typeof usersRepository
  hasher: Pick<PasswordHasher, 'hash'>
  dataDir: string
  /** Created by this start; it becomes the demo's admin, and no second one is created. */
  firstAdmin: FirstAdmin | null
  firmIds: Record<string, number>
}

export interface DemoLogin {
  role: string
  email: string
  password: string
}

/**
 * Creates the demo's users once; their passwords are in a file that only the owner of `DATA_DIR` can read.
 * @returns their log-ins, and the admin who creates the other records.
 */
export async function ensureDemoUsers(needs: Needs): Promise<{ logins: DemoLogin[]; admin: SignedIn }> {
  const path = join(needs.dataDir, LOGINS_FILE)
  const known = await readSecrets(path)
  const logins: DemoLogin[] = []
  const secrets = new Map<string, string>()
  for (const user of DEMO_USERS) {
    const own = user.role === 'admin' ? await firstAdminOf(needs, known) : null
    const login = own ?? { email: user.email, password: known.get(user.email) ?? makePassword() }
    if (!own) await ensureAccount(needs, user, login.password, known.has(user.email))
    secrets.set(login.email, login.password)
    logins.push({ role: user.role, ...login })
  }
  await writeSecrets(path, secrets)
  return { logins, admin: await adminOf(needs, logins) }
}

/** The demo's admin as a signed-in user. */
async function adminOf({ database, users }: Needs, logins: readonly DemoLogin[]): Promise<SignedIn> {
  const email = logins.find(({ role }) => role === 'admin')?.email ?? ''
  const account = await users(database).findSecretByEmail(email)
  const user = account && (await users(database).findById(account.id))
  if (!user) throw new Error(`the demo's admin ${email} has no account`)
  return {
    id: user.id,
    name: user.name,
    token_id: 0,
    must_change_password: false,
    permissions: new Set(ROLE_PERMISSIONS.admin),
    firm_id: null,
    firms: 'all',
  }
}

/** The product's first admin when the password is known; else null, and the demo creates its own. */
async function firstAdminOf({ database, users, firstAdmin }: Needs, known: ReadonlyMap<string, string>) {
  if (firstAdmin)
    return firstAdmin.password === null ? null : { email: firstAdmin.email, password: firstAdmin.password }
  const planned = new Set<string>(DEMO_USERS.map(({ email }) => email))
  for (const [email, password] of known) {
    if (!planned.has(email) && (await users(database).findSecretByEmail(email))) return { email, password }
  }
  return null
}

async function ensureAccount(
  { database, users, hasher, firmIds }: Needs,
  user: (typeof DEMO_USERS)[number],
  password: string,
  isKnown: boolean,
): Promise<void> {
  const before = await users(database).findSecretByEmail(user.email)
  if (before && isKnown) return
  const password_hash = await hasher.hash(password)
  // The file is gone, so the password is lost.
  if (before) return users(database).updatePassword(before.id, password_hash)
  const { name, email, role, firm } = user
  const firm_id = firm === null ? null : (firmIds[firm] ?? null)
  await database.transact((on) => users(on).insert({ name, email, password_hash, roles: [role], firm_id }))
}
