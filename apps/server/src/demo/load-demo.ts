import { join } from 'node:path'
import type { Instant } from '@dalyan/contracts/instant'
import { ROLE_PERMISSIONS } from '@dalyan/contracts/permissions'
import type { TankInput } from '@dalyan/contracts/tanks'
import type { Database } from '../core/database/database.ts'
import type { UserActor } from '../core/http/actor.ts'
import type { SignedIn } from '../core/http/signed-in.ts'
import type { FirstAdmin } from '../features/auth/first-admin.ts'
import type { PasswordHasher } from '../features/auth/password-hasher.ts'
import { firmsRepository } from '../features/firms/firms.repository.ts'
import { createOrder, updateOrder, type OrderNeeds } from '../features/orders/orders.service.ts'
import { createRangeTemplate, type RangeTemplateNeeds } from '../features/range-templates/range-templates.service.ts'
import { settingsRepository } from '../features/settings/settings.repository.ts'
import { createTank, type TankNeeds } from '../features/tanks/tanks.service.ts'
import { createTerminal, rotateKey, type TerminalNeeds } from '../features/terminals/terminals.service.ts'
import { usersRepository } from '../features/users/users.repository.ts'
import {
  DEMO_FIRMS,
  DEMO_ORDERS,
  DEMO_RESTAURANT,
  DEMO_TANKS,
  DEMO_TEMPLATES,
  DEMO_USERS,
  type DemoTank,
} from './demo-plan.ts'
import { KEYS_FILE, LOGINS_FILE, makePassword, readSecrets, writeSecrets } from './demo-secrets.ts'

/** What loading the demo needs of the product; an admin could create the same records. */
export interface LoadNeeds {
  database: Database
  hasher: Pick<PasswordHasher, 'hash'>
  rangeTemplates: RangeTemplateNeeds
  terminals: TerminalNeeds
  tanks: TankNeeds
  orders: OrderNeeds
  /** Created by this start; it becomes the demo's admin, and no second one is created. */
  firstAdmin: FirstAdmin | null
  dataDir: string
}

/** Records that are created once for each code of the plan. */
type DemoRecordKind = 'firms' | 'templates' | 'terminals' | 'tanks' | 'orders'

/** The progress of the demo, in the database: it is loaded once, and its terminals continue where they stopped. */
interface DemoState {
  /** The instant at which the recorded history ends: the first start. */
  shifted_to: Instant
  ids: Record<DemoRecordKind, Record<string, number>>
  /** Terminals whose history is in the database. */
  imported: string[]
  /** The next row of each terminal's recording. */
  positions: Record<string, number>
}

export interface DemoProgress {
  state: DemoState
  save(): Promise<void>
  /** The id of the record created earlier, or of the one that `make` creates; saved before it is returned. */
  once(kind: DemoRecordKind, code: string, make: () => Promise<{ id: number }>): Promise<number>
}

/** @param now the current time, used at the first start only */
export async function openDemoProgress(database: Database, now: Instant): Promise<DemoProgress> {
  const settings = settingsRepository(database)
  const before = (await settings.get('demo')) as Partial<DemoState> | null
  const state: DemoState = {
    shifted_to: now,
    imported: [],
    positions: {},
    ...before,
    // The state of an older version may lack some kinds.
    ids: { firms: {}, templates: {}, terminals: {}, tanks: {}, orders: {}, ...before?.ids },
  }
  const save = () => settings.set('demo', state)
  await save()
  return {
    state,
    save,
    async once(kind, code, make) {
      const known = state.ids[kind][code]
      if (known !== undefined) return known
      const { id } = await make()
      state.ids[kind][code] = id
      await save()
      return id
    },
  }
}

/** A user of the demo, as printed on the console. */
export interface DemoLogin {
  role: string
  email: string
  password: string
}

/** Creates every record of the plan once. @returns the users' log-ins, and the terminals' keys by code. */
export async function loadDemo(
  needs: LoadNeeds,
  progress: DemoProgress,
): Promise<{ logins: DemoLogin[]; keys: ReadonlyMap<string, string> }> {
  const firms = firmsRepository(needs.database)
  for (const { parent, ...firm } of DEMO_FIRMS) {
    const parent_id = parent === null ? null : (progress.state.ids.firms[parent] ?? null)
    await progress.once('firms', firm.code, () => firms.insert({ ...firm, parent_id }))
  }
  const logins = await ensureUsers(needs, progress)
  const admin = await adminOf(needs, logins)
  for (const [code, template] of Object.entries(DEMO_TEMPLATES))
    await progress.once('templates', code, () => createRangeTemplate(needs.rangeTemplates, template, admin))
  const keys = await ensureTanks(needs, progress, admin)
  await ensureOrders(needs, progress, admin)
  return { logins, keys }
}

/** Creates the demo's users; their passwords are in a file that only the owner of `DATA_DIR` can read. */
async function ensureUsers(needs: LoadNeeds, progress: DemoProgress): Promise<DemoLogin[]> {
  const path = join(needs.dataDir, LOGINS_FILE)
  const known = await readSecrets(path)
  const logins: DemoLogin[] = []
  for (const user of DEMO_USERS) {
    const own = user.role === 'admin' ? await firstAdminOf(needs, known) : null
    const login = own ?? { email: user.email, password: known.get(user.email) ?? makePassword() }
    if (!own) await ensureAccount(needs, progress, user, login.password, known.has(user.email))
    logins.push({ role: user.role, ...login })
  }
  await writeSecrets(path, new Map(logins.map(({ email, password }) => [email, password])))
  return logins
}

/** The product's first admin when the password is known; else null, and the demo creates its own. */
async function firstAdminOf({ database, firstAdmin }: LoadNeeds, known: ReadonlyMap<string, string>) {
  if (firstAdmin)
    return firstAdmin.password === null ? null : { email: firstAdmin.email, password: firstAdmin.password }
  const planned = new Set<string>(DEMO_USERS.map(({ email }) => email))
  for (const [email, password] of known) {
    if (!planned.has(email) && (await usersRepository(database).findSecretByEmail(email))) return { email, password }
  }
  return null
}

async function ensureAccount(
  { database, hasher }: LoadNeeds,
  { state }: DemoProgress,
  { name, email, role, firm }: (typeof DEMO_USERS)[number],
  password: string,
  isKnown: boolean,
): Promise<void> {
  const before = await usersRepository(database).findSecretByEmail(email)
  if (before && isKnown) return
  const password_hash = await hasher.hash(password)
  // The file is gone, so the password is lost.
  if (before) return usersRepository(database).updatePassword(before.id, password_hash)
  const firm_id = firm === null ? null : (state.ids.firms[firm] ?? null)
  const account = { name, email, password_hash, roles: [role], firm_id }
  await database.transact((on) => usersRepository(on).insert(account))
}

/** The demo's admin, who creates the other records. */
async function adminOf({ database }: LoadNeeds, logins: readonly DemoLogin[]): Promise<SignedIn & UserActor> {
  const users = usersRepository(database)
  const email = logins.find(({ role }) => role === 'admin')?.email ?? ''
  const account = await users.findSecretByEmail(email)
  const user = account && (await users.findById(account.id))
  if (!user) throw new Error(`the demo's admin ${email} has no account`)
  return {
    id: user.id,
    name: user.name,
    token_id: 0,
    must_change_password: false,
    permissions: new Set(ROLE_PERMISSIONS.admin),
    firm_id: null,
    firms: 'all',
    address: null,
    browser: null,
  }
}

/** Creates each terminal and tank. @returns the terminals' keys by code. */
async function ensureTanks(
  { terminals, tanks, dataDir }: LoadNeeds,
  progress: DemoProgress,
  admin: SignedIn & UserActor,
): Promise<Map<string, string>> {
  const path = join(dataDir, KEYS_FILE)
  const keys = await readSecrets(path)
  const remember = async (code: string, key: string) => {
    keys.set(code, key)
    await writeSecrets(path, keys)
  }
  for (const tank of DEMO_TANKS) {
    const terminalId = await progress.once('terminals', tank.terminal, async () => {
      const { id, key } = await createTerminal(terminals, { code: tank.terminal, status: 'active' }, admin)
      await remember(tank.terminal, key)
      return { id }
    })
    // Keys are stored only in the file; a terminal whose key is missing there gets a new one.
    if (!keys.has(tank.terminal))
      await remember(tank.terminal, (await rotateKey(terminals, terminalId, { revokeOld: true }, admin)).key)
    await progress.once('tanks', tank.code, () => createTank(tanks, tankInput(tank, progress, terminalId), admin))
  }
  return keys
}

function tankInput(tank: DemoTank, { state }: DemoProgress, terminalId: number): TankInput {
  const { code, name, status, location, notes } = tank
  const firm_id = state.ids.firms[tank.firm] ?? null
  const range_template_id = state.ids.templates[tank.template] ?? null
  return { code, name, status, location, notes, firm_id, range_template_id, iot_ids: [terminalId] }
}

async function ensureOrders({ orders }: LoadNeeds, progress: DemoProgress, admin: SignedIn & UserActor): Promise<void> {
  const { firms, tanks } = progress.state.ids
  for (const { code, status, note, items } of DEMO_ORDERS) {
    const withTanks = items.map(({ tank, ...item }) => ({ ...item, tank_id: tanks[tank ?? ''] ?? null }))
    const input = { firm_id: firms[DEMO_RESTAURANT] ?? null, note, items: withTanks }
    await progress.once('orders', code, async () => {
      const { id } = await createOrder(orders, input, admin)
      return updateOrder(orders, id, { status }, admin)
    })
  }
}
