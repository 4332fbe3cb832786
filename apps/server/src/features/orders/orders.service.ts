import type {
  Order,
  OrderChange,
  OrderedProduct,
  OrderInput,
  OrderItemInput,
  OrderListQuery,
  OrderOrigins,
} from '@dalyan/contracts/orders'
import type { Page } from '@dalyan/contracts/paging'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { AppError, conflictingField, invalidField } from '../../core/errors.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import { requireFound, withChange } from '../../core/records.ts'
import { orderHistory } from './order-history.sql.ts'
import { ordersRepository } from './orders.repository.ts'
import { isBeforeShipping, isShipping, mayStep, originPeriod } from './orders.rules.ts'

export interface OrderNeeds extends Pick<Basics, 'database' | 'clock'> {
  hasFirm: (on: Connection, id: number) => Promise<boolean>
  /** The tank that items may come from; undefined also when deleted. */
  findTank: (on: Connection, id: number) => Promise<object | undefined>
  /** Credits the firm for a delivered order. */
  earnPoints: (on: Connection, order: { id: number; firm_id: number }, at: string) => Promise<void>
}

type Buyer = Pick<SignedIn, 'id' | 'firm_id' | 'firms' | 'permissions'>

export async function listOrders(
  { database }: Pick<OrderNeeds, 'database'>,
  query: OrderListQuery,
  caller: Buyer,
): Promise<Page<Order>> {
  const page = await ordersRepository(database.reads).list(query, caller.firms)
  return { ...page, data: page.data.map((order) => asSeen(order, caller)) }
}

export async function getOrder({ database }: OrderNeeds, id: number, caller: Buyer): Promise<Order> {
  return asSeen(requireFound(await ordersRepository(database).findById(id, caller.firms)), caller)
}

/** Only users who manage orders see the tank of an item. */
function asSeen(order: Order, { permissions }: Buyer): Order {
  if (permissions.has('orders.manage')) return order
  return { ...order, items: order.items.map((item) => ({ ...item, tank: null })) }
}

/** The tanks of origin that the caller may see anyway, and the thirty days until the order was shipped. @throws 404 */
export async function findOrigins({ database, clock }: OrderNeeds, id: number, caller: Buyer): Promise<OrderOrigins> {
  const orders = ordersRepository(database)
  requireFound(await orders.findById(id, caller.firms))
  const shippedAt = await orders.findShippedAt(id)
  const { from, to } = originPeriod(shippedAt === null ? clock.now() : Date.parse(shippedAt))
  return { from: instantAt(from), to: instantAt(to), data: await orderHistory(database).findOrigins(id, caller.firms) }
}

/** What the named firm, else the caller's own, ordered before; nothing of a firm that the caller may not see. */
export async function listProducts(
  { database }: Pick<OrderNeeds, 'database'>,
  named: number | undefined,
  { firm_id, firms }: Buyer,
): Promise<OrderedProduct[]> {
  const firm = named ?? firm_id
  return firm === null ? [] : orderHistory(database).findProducts(firm, firms)
}

export async function createOrder(
  needs: OrderNeeds,
  { firm_id, items, note = null }: OrderInput,
  user: Buyer,
): Promise<Order> {
  const id = await needs.database.transact(async (on) => {
    const order = { firm_id: await firmOf(needs, on, firm_id, user), items, note }
    await checkOrigins(needs, on, items, user)
    return ordersRepository(on).insert(order, user.id, instantAt(needs.clock.now()))
  })
  return getOrder(needs, id, user)
}

/** 409 for a step back, and for changed items of a shipped or cancelled order. A delivery earns the firm its points. */
export async function updateOrder(
  needs: OrderNeeds,
  id: number,
  { items, ...change }: OrderChange,
  user: Buyer,
): Promise<Order> {
  const at = instantAt(needs.clock.now())
  await needs.database.transact(async (on) => {
    const orders = ordersRepository(on)
    const before = requireFound(await orders.lockById(id, user.firms))
    const { status, note } = withChange(before, change)
    if (!mayStep(before.status, status)) throw conflictingField('status', 'order_step')
    if (items) {
      if (!isBeforeShipping(before.status)) throw new AppError(409, 'order_frozen')
      await checkOrigins(needs, on, items, user, before.tank_ids)
      await orders.replaceItems(id, items)
    }
    const shipped = isShipping(before.status, status) ? { shipped_at: at } : {}
    await orders.update(id, { status, note, ...shipped }, at)
    if (status === 'delivered' && before.status !== 'delivered') await needs.earnPoints(on, before, at)
  })
  return getOrder(needs, id, user)
}

/** Users who manage orders name the firm; all others order for their own. */
async function firmOf(
  { hasFirm }: OrderNeeds,
  on: Connection,
  named: number | null | undefined,
  user: Buyer,
): Promise<number> {
  const isNamed = user.permissions.has('orders.manage')
  const firm = isNamed ? named : user.firm_id
  if (firm === null || firm === undefined) throw invalidField('firm_id', 'order_needs_firm')
  if (isNamed && !(await hasFirm(on, firm))) throw invalidField('firm_id', 'unknown_firm')
  return firm
}

/** `known`: tanks that the order already names; they may be deleted since. */
async function checkOrigins(
  { findTank }: OrderNeeds,
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
