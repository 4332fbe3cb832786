import * as z from 'zod/mini'
import { plainText, requiredText } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { IdInQuery, IdParams, pageOf, pageQuery, RecordId, SearchText, someOf, sortOf } from './paging.ts'
import { TankRef } from './terminals.ts'
import { FirmRef, UserRef } from './users.ts'

/** An order only moves forward, or is cancelled before it is shipped. */
export const ORDER_STATUSES = ['placed', 'confirmed', 'shipped', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const OrderItem = z.object({
  product: z.string(),
  quantity: z.number(),
  unit: z.string(),
  /** The tank it came from; admins set it until the order is shipped, and no other user sees it. */
  tank: z.nullable(z.object({ id: z.int(), code: z.string() })),
})
export type OrderItem = z.infer<typeof OrderItem>

export const Order = z.object({
  id: z.int(),
  code: z.string(),
  firm: FirmRef,
  status: z.enum(ORDER_STATUSES),
  items: z.array(OrderItem),
  note: z.nullable(z.string()),
  created_by: z.nullable(UserRef),
  created_at: Instant,
  updated_at: Instant,
})
export type Order = z.infer<typeof Order>

const OrderItemInput = z.object({
  product: requiredText(120, 'required'),
  quantity: z.number().check(z.gt(0), z.lte(1_000_000)),
  unit: requiredText(20, 'required'),
  tank_id: z.optional(z.nullable(RecordId)),
})
export type OrderItemInput = z.infer<typeof OrderItemInput>
const items = z.array(OrderItemInput).check(z.minLength(1), z.maxLength(50))
const note = z.nullable(plainText(1000))

export const OrderInput = z.object({
  /** For admins; ignored for other users, who order for their own firm. */
  firm_id: z.optional(z.nullable(RecordId)),
  items,
  note: z.optional(note),
})
export type OrderInput = z.infer<typeof OrderInput>
/** `items` replaces all of them. */
export const OrderChange = z.partial(z.object({ status: z.enum(ORDER_STATUSES), items, note }))
export type OrderChange = z.infer<typeof OrderChange>

/** A product that a firm ordered before, as its next order is likely to name it. */
export const OrderedProduct = z.object({
  /** As it was written last. */
  product: z.string(),
  unit: z.string(),
  /** The median of what was ordered. */
  quantity: z.number(),
})
export type OrderedProduct = z.infer<typeof OrderedProduct>

/** Where the items of an order come from, and the time of their history. */
export const OrderOrigins = z.object({
  from: Instant,
  /** When the order was shipped; now, until it is. */
  to: Instant,
  data: z.array(z.object({ tank: TankRef, products: z.array(z.string()) })),
})
export type OrderOrigins = z.infer<typeof OrderOrigins>

/** The public codes of the items that have a tank of origin. */
export const RecordLinks = z.object({
  data: z.array(
    z.object({
      /** The item's position in the order, from 1. */
      position: z.int(),
      product: z.string(),
      quantity: z.number(),
      unit: z.string(),
      /** Opens the record of the tank without a session; the same each time. */
      url: z.string(),
    }),
  ),
})
export type RecordLinks = z.infer<typeof RecordLinks>

/** How many days of a tank an order shows. */
export const ORIGIN_DAYS = 30

export const OrderListQuery = z.object({
  ...pageQuery(),
  /** Searches the code, the firm's name, the products and the note. */
  search: z.optional(SearchText),
  filter_status: z.optional(someOf(ORDER_STATUSES)),
  filter_firm_id: z.optional(IdInQuery),
  sort: z.optional(sortOf(['id', 'code', 'status', 'created_at', 'updated_at'])),
})
export type OrderListQuery = z.infer<typeof OrderListQuery>

export const ordersApi = {
  list: endpoint('GET', '/api/orders', { query: OrderListQuery, reply: pageOf(Order) }),
  get: endpoint('GET', '/api/orders/:id', { params: IdParams, reply: Order }),
  /** Of the newest 200 orders of the caller's firm, or of the named one that the caller may see; the most ordered first, at most 50. */
  products: endpoint('GET', '/api/orders/products', {
    query: z.object({ filter_firm_id: z.optional(IdInQuery) }),
    reply: z.object({ data: z.array(OrderedProduct) }),
  }),
  /** The tanks of origin that the caller may see anyway: none of them when the tanks belong to another firm. */
  origins: endpoint('GET', '/api/orders/:id/origins', { params: IdParams, reply: OrderOrigins }),
  /** For every caller who may see the order; none once it is cancelled. */
  recordLinks: endpoint('GET', '/api/orders/:id/record-links', { params: IdParams, reply: RecordLinks }),
  create: endpoint('POST', '/api/orders', { body: OrderInput, reply: Order, status: 201 }),
  update: endpoint('PUT', '/api/orders/:id', { params: IdParams, body: OrderChange, reply: Order }),
}
