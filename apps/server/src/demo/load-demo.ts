import { join } from 'node:path'
import type { RangeTemplateInput } from '@dalyan/contracts/range-templates'
import type { TankInput } from '@dalyan/contracts/tanks'
import type { TerminalInput } from '@dalyan/contracts/terminals'
import type { Database } from '../core/database/database.ts'
import type { firmsRepository } from '../features/firms/firms.repository.ts'
import { DEMO_FIRMS, DEMO_TANKS, DEMO_TEMPLATES, type DemoTank } from './demo-plan.ts'
import { KEYS_FILE, readSecrets, writeSecrets } from './demo-secrets.ts'
import type { DemoProgress } from './demo-state.ts'

/** The verbs of the product that the demo uses; what it makes, an admin could have made. */
export interface DemoVerbs {
  createTemplate(input: RangeTemplateInput): Promise<{ id: number }>
  createTank(input: TankInput): Promise<{ id: number }>
  createTerminal(input: TerminalInput): Promise<{ id: number; key: string }>
  /** A new key at once in place of the old one. */
  replaceKey(terminalId: number): Promise<{ key: string }>
}

interface Needs {
  database: Database
  firms: Pick<typeof firmsRepository, 'insert'>
  verbs: DemoVerbs
  dataDir: string
  progress: DemoProgress
}

/** Firms, limits, terminals and tanks of the plan, each made once. @returns the terminals' keys by code. */
export async function ensureDemoThings({
  database,
  firms,
  verbs,
  dataDir,
  progress,
}: Needs): Promise<Map<string, string>> {
  const { state, once } = progress
  for (const { parent, ...firm } of DEMO_FIRMS) {
    const parent_id = parent === null ? null : (state.ids.firms[parent] ?? null)
    await once('firms', firm.code, () => firms.insert(database, { ...firm, parent_id }))
  }
  for (const [code, template] of Object.entries(DEMO_TEMPLATES))
    await once('templates', code, () => verbs.createTemplate(template))

  const path = join(dataDir, KEYS_FILE)
  const keys = await readSecrets(path)
  const remember = async (code: string, key: string) => {
    keys.set(code, key)
    await writeSecrets(path, keys)
  }
  for (const tank of DEMO_TANKS) {
    const terminalId = await once('terminals', tank.terminal, async () => {
      const { id, key } = await verbs.createTerminal({ code: tank.terminal, status: 'active' })
      await remember(tank.terminal, key)
      return { id }
    })
    // The file is the only place that knows a key; without it the terminal gets a new one.
    if (!keys.has(tank.terminal)) await remember(tank.terminal, (await verbs.replaceKey(terminalId)).key)
    await once('tanks', tank.code, () => verbs.createTank(tankInput(tank, progress, terminalId)))
  }
  return keys
}

function tankInput(tank: DemoTank, { state }: DemoProgress, terminalId: number): TankInput {
  const { code, name, status, location, notes } = tank
  const firm_id = state.ids.firms[tank.firm] ?? null
  const range_template_id = state.ids.templates[tank.template] ?? null
  return { code, name, status, location, notes, firm_id, range_template_id, iot_ids: [terminalId] }
}
