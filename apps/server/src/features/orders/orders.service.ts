import type { Order, OrderChange, OrderInput, OrderItemInput } from '@dalyan/contracts/orders'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import { AppError, invalidField, notFound } from '../../core/errors.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import { withChange } from '../../core/with-change.ts'
import { ordersRepository } from './orders.repository.ts'
import { isBeforeShipping, mayStep } from './orders.rules.ts'
import type { OrderReader } from './read-orders.ts'

interface Needs {
  database: Database
  clock: Clock
  reader: OrderReader
  hasFirm: (on: Connection, id: number) => Promise<boolean>
  /** The tank that items may come from; undefined also when deleted. */
  findTank: (on: Connection, id: number) => Promise<object | undefined>
  /** Credits the firm for a delivered order. */
  earnPoints: (on: Connection, order: { id: number; firm_id: number }, at: string) => Promise<void>
}

type Buyer = Pick<SignedIn, 'id' | 'firm_id' | 'firms' | 'permissions'>

export type OrdersService = ReturnType<typeof createOrdersService>

export function createOrdersService({ database, clock, reader, hasFirm, findTank, earnPoints }: Needs) {
  async function found(id: number, user: Buyer): Promise<Order> {
    const order = await reader.find(id, user)
    if (!order) throw notFound()
    return order
  }

  /** Users who manage orders name the firm; all others order for their own. */
  async function firmOf(on: Connection, named: number | null | undefined, user: Buyer): Promise<number> {
    const isNamed = user.permissions.has('orders.manage')
    const firm = isNamed ? named : user.firm_id
    if (firm === null || firm === undefined) throw invalidField('firm_id', 'order_needs_firm')
    if (isNamed && !(await hasFirm(on, firm))) throw invalidField('firm_id', 'unknown_firm')
    return firm
  }

  /** `known`: tanks that the order already names; they may be deleted since. */
  async function checkOrigins(
    on: Connection,
    items: readonly OrderItemInput[],
    user: Buyer,
    known: readonly number[] = [],
  ): Promise<void> {
    for (const [position, { tank_id = null }] of items.entries()) {
      if (tank_id === null) continue
      if (!user.permissions.has('orders.manage')) throw invalidField(`items.${position}.tank_id`, 'origin_by_admins')
      if (!known.includes(tank_id) && !(await findTank(on, tank_id)))
        throw invalidField(`items.${position}.tank_id`, 'unknown_tank')
    }
  }

  return {
    async create({ firm_id, items, note = null }: OrderInput, user: Buyer): Promise<Order> {
      const id = await database.transact(async (on) => {
        const order = { firm_id: await firmOf(on, firm_id, user), items, note }
        await checkOrigins(on, items, user)
        return ordersRepository(on).insert(order, user.id, instantAt(clock.now()))
      })
      return found(id, user)
    },

    /** 409 for a step back, and for changed items of a shipped or cancelled order. A delivery earns the firm its points. */
    async update(id: number, { items, ...change }: OrderChange, user: Buyer): Promise<Order> {
      const at = instantAt(clock.now())
      await database.transact(async (on) => {
        const orders = ordersRepository(on)
        const before = await orders.lockById(id, user.firms)
        if (!before) throw notFound()
        const { status, note } = withChange(before, change)
        if (!mayStep(before.status, status)) throw new AppError(409, 'order_step', { fields: { status: 'order_step' } })
        if (items) {
          if (!isBeforeShipping(before.status)) throw new AppError(409, 'order_frozen')
          await checkOrigins(on, items, user, before.tank_ids)
          await orders.replaceItems(id, items)
        }
        await orders.update(id, { status, note }, at)
        if (status === 'delivered' && before.status !== 'delivered') await earnPoints(on, before, at)
      })
      return found(id, user)
    },
  }
}
