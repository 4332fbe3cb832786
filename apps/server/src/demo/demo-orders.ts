import type { OrderItemInput, OrderStatus } from '@dalyan/contracts/orders'
import type { SignedIn } from '../core/http/signed-in.ts'
import type { OrdersService } from '../features/orders/orders.service.ts'
import type { DemoProgress } from './demo-state.ts'

interface DemoOrder {
  firm: string
  status: OrderStatus
  note: string | null
  items: (Omit<OrderItemInput, 'tank_id'> & { tank?: string })[]
}

/** What the example restaurant ordered: one of each stage that it may see. */
const DEMO_ORDERS: Readonly<Record<string, DemoOrder>> = {
  first: {
    firm: 'DEMO-KORDON',
    status: 'delivered',
    note: null,
    items: [{ product: 'Levrek', quantity: 40, unit: 'kg', tank: 'DENIZ-1' }],
  },
  second: {
    firm: 'DEMO-KORDON',
    status: 'shipped',
    note: 'Sabah 08.00’den önce teslim',
    items: [
      { product: 'Levrek', quantity: 25, unit: 'kg', tank: 'DENIZ-2' },
      { product: 'Midye', quantity: 10, unit: 'kg' },
    ],
  },
  third: {
    firm: 'DEMO-KORDON',
    status: 'placed',
    note: null,
    items: [{ product: 'Çipura', quantity: 18, unit: 'kg' }],
  },
}

interface Needs {
  orders: Pick<OrdersService, 'create' | 'update'>
  progress: DemoProgress
  admin: SignedIn
}

/** The plan's orders, each made once. */
export async function ensureDemoOrders({ orders, progress, admin }: Needs): Promise<void> {
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
      orders.update((await orders.create(input, admin)).id, { status }, admin),
    )
  }
}
