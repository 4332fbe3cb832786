import type { CallOf } from '@dalyan/contracts/endpoint'
import { firmsApi } from '@dalyan/contracts/firms'
import { rangeTemplatesApi, type RangeTemplate } from '@dalyan/contracts/range-templates'
import { tanksApi, type Tank, type TankInput } from '@dalyan/contracts/tanks'
import { terminalsApi, type Terminal, type TerminalInput } from '@dalyan/contracts/terminals'
import type { FirmRef } from '@dalyan/contracts/users'
import type { TestUser, Reply } from './test-users.ts'

/** Records for tests, created through the API by an admin. */
export interface Given {
  firm(wish?: { code?: string; name?: string; parent_id?: number | null }): Promise<FirmRef>
  terminal(wish?: Partial<TerminalInput>): Promise<Terminal & { key: string }>
  /** Inactive, without firm and terminal unless requested; `active` adds a terminal. */
  tank(wish?: Partial<TankInput>): Promise<Tank>
  rangeTemplate(wish?: Partial<CallOf<typeof rangeTemplatesApi.create>['body']>): Promise<RangeTemplate>
}

let made = 0
const code = (prefix: string) => `${prefix}-${String((made += 1)).padStart(4, '0')}`

export function createGiven(admin: TestUser): Given {
  const given: Given = {
    async firm(wish = {}) {
      const body = { code: code('F'), name: 'Bir firma', ...wish }
      const { id, ...firm } = created(await admin.post(firmsApi.create, { body }))
      return { id, code: firm.code, name: firm.name }
    },
    async terminal(wish = {}) {
      return created(await admin.post(terminalsApi.create, { body: { code: code('TRM'), ...wish } }))
    },
    async tank(wish = {}) {
      const needsTerminal = wish.status === 'active' && wish.iot_ids === undefined
      const iot_ids = needsTerminal ? [(await given.terminal()).id] : (wish.iot_ids ?? [])
      const body = { code: code('TNK'), name: 'Bir tank', ...wish, iot_ids }
      return created(await admin.post(tanksApi.create, { body }))
    },
    async rangeTemplate(wish = {}) {
      const ranges = { ph: { min: 7, max: 8.5 } }
      return created(await admin.post(rangeTemplatesApi.create, { body: { name: code('Şablon'), ranges, ...wish } }))
    },
  }
  return given
}

function created<B>(reply: Reply<B>): Reply<B>['body'] {
  if (reply.status !== 201) throw new Error(`could not be made: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}
