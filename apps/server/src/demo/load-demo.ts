import { join } from 'node:path'
import type { TankInput } from '@dalyan/contracts/tanks'
import type { Database } from '../core/database/database.ts'
import type { UserActor } from '../core/http/actor.ts'
import type { SignedIn } from '../core/http/signed-in.ts'
import type { firmsRepository } from '../features/firms/firms.repository.ts'
import type { OrdersService } from '../features/orders/orders.service.ts'
import type { RangeTemplatesService } from '../features/range-templates/range-templates.service.ts'
import type { TanksService } from '../features/tanks/tanks.service.ts'
import type { TerminalsService } from '../features/terminals/terminals.service.ts'
import { DEMO_FIRMS, DEMO_ORDERS, DEMO_TANKS, DEMO_TEMPLATES, type DemoTank } from './demo-plan.ts'
import { KEYS_FILE, readSecrets, writeSecrets } from './demo-secrets.ts'
import type { DemoProgress } from './demo-state.ts'

/** The product's functions that the demo uses; an admin could create the same records. */
export interface DemoVerbs {
  templates: Pick<RangeTemplatesService, 'create'>
  terminals: Pick<TerminalsService, 'create' | 'rotateKey'>
  tanks: Pick<TanksService, 'create'>
  orders: Pick<OrdersService, 'create' | 'update'>
}

interface FirmNeeds {
  database: Database
  firms: typeof firmsRepository
  progress: DemoProgress
}

/** Creates each of the plan's firms once. */
export async function ensureDemoFirms({ database, firms, progress }: FirmNeeds): Promise<void> {
  for (const { parent, ...firm } of DEMO_FIRMS) {
    const parent_id = parent === null ? null : (progress.state.ids.firms[parent] ?? null)
    await progress.once('firms', firm.code, () => firms(database).insert({ ...firm, parent_id }))
  }
}

interface Needs {
  verbs: DemoVerbs
  dataDir: string
  progress: DemoProgress
  /** The caller who creates the demo's records. */
  admin: SignedIn & UserActor
}

/** Creates each template, terminal and tank of the plan once. @returns the terminals' keys by code. */
export async function ensureDemoTanks({ verbs, dataDir, progress, admin }: Needs): Promise<Map<string, string>> {
  for (const [code, template] of Object.entries(DEMO_TEMPLATES)) {
    await progress.once('templates', code, () => verbs.templates.create(template, admin))
  }

  const path = join(dataDir, KEYS_FILE)
  const keys = await readSecrets(path)
  const remember = async (code: string, key: string) => {
    keys.set(code, key)
    await writeSecrets(path, keys)
  }
  for (const tank of DEMO_TANKS) {
    const terminalId = await progress.once('terminals', tank.terminal, async () => {
      const { id, key } = await verbs.terminals.create({ code: tank.terminal, status: 'active' }, admin)
      await remember(tank.terminal, key)
      return { id }
    })
    // Keys are stored only in the file; a terminal whose key is missing there gets a new one.
    if (!keys.has(tank.terminal)) {
      await remember(tank.terminal, (await verbs.terminals.rotateKey(terminalId, { revokeOld: true }, admin)).key)
    }
    await progress.once('tanks', tank.code, () => verbs.tanks.create(tankInput(tank, progress, terminalId), admin))
  }
  return keys
}

function tankInput(tank: DemoTank, { state }: DemoProgress, terminalId: number): TankInput {
  const { code, name, status, location, notes } = tank
  const firm_id = state.ids.firms[tank.firm] ?? null
  const range_template_id = state.ids.templates[tank.template] ?? null
  return { code, name, status, location, notes, firm_id, range_template_id, iot_ids: [terminalId] }
}

/** Creates each of the plan's orders once. */
export async function ensureDemoOrders({ verbs, progress, admin }: Omit<Needs, 'dataDir'>): Promise<void> {
  const { firms, tanks } = progress.state.ids
  for (const [name, { firm, status, note, items }] of Object.entries(DEMO_ORDERS)) {
    const input = {
      firm_id: firms[firm] ?? null,
      note,
      items: items.map(({ tank, ...item }) => ({
        ...item,
        tank_id: tank === undefined ? null : (tanks[tank] ?? null),
      })),
    }
    await progress.once('orders', name, async () =>
      verbs.orders.update((await verbs.orders.create(input, admin)).id, { status }, admin),
    )
  }
}
