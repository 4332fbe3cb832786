import { createHmac, timingSafeEqual } from 'node:crypto'

const LARGEST_ID = 2_147_483_647

/** An item of an order with its tank of origin. */
export interface RecordedItem {
  order_id: number
  /** Counts from 1. */
  position: number
  tank_id: number
}

/** The item that a token names, whether or not its signature is valid. */
interface NamedItem extends Pick<RecordedItem, 'order_id' | 'position'> {
  signature: string
}

/**
 * `{order}.{position}.{signature}`, numbers in base 36: the same for an item whenever it is printed. The signature covers the tank, so that a token ends
 * when its item gets another origin.
 */
export function signRecord(secret: string, item: RecordedItem): string {
  return `${item.order_id.toString(36)}.${item.position.toString(36)}.${signatureOf(secret, item)}`
}

/** Null: malformed. */
export function readRecordToken(token: string): NamedItem | null {
  const [, order = '', position = '', signature = ''] =
    /^([0-9a-z]{1,6})\.([0-9a-z]{1,2})\.([\w-]{43})$/.exec(token) ?? []
  const order_id = parseInt(order, 36)
  return order_id <= LARGEST_ID ? { order_id, position: parseInt(position, 36), signature } : null
}

export function isSigned(secret: string, item: RecordedItem, signature: string): boolean {
  // Both signatures have 43 characters.
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(secret, item)))
}

function signatureOf(secret: string, { order_id, position, tank_id }: RecordedItem): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['origin-record', order_id, position, tank_id]))
    .digest('base64url')
}
