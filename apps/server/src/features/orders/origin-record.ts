import type { AlarmStatistics } from '@dalyan/contracts/alarm-statistics'
import type { OriginRecord } from '@dalyan/contracts/origin-records'
import type { RecordLinks } from '@dalyan/contracts/orders'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import { AppError } from '../../core/errors.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import { requireFound } from '../../core/records.ts'
import { sharedFor } from '../../core/shared-for.ts'
import { orderHistory } from './order-history.sql.ts'
import { ordersRepository } from './orders.repository.ts'
import { originPeriod } from './orders.rules.ts'
import { hoursBetween, originMetrics, type TankPeriod } from './origin-record.rules.ts'
import { isSigned, readRecordToken, signRecord } from './record-tokens.ts'

const SHARED_FOR_MS = 60_000

/** Epoch milliseconds. */
interface Period {
  from: number
  to: number
}

export interface OriginRecordNeeds extends Pick<Basics, 'database' | 'clock'> {
  /** The page's address for users, without a trailing slash. */
  origin: () => string
  /** Signs the codes of this installation. */
  secret: () => Promise<string>
  /** `kept_from`: since when measurements are kept, epoch milliseconds. */
  readPeriod: (tankId: number, period: Period) => Promise<TankPeriod & { kept_from: number }>
  readAlarms: (
    tankId: number,
    period: Period,
  ) => Promise<Pick<AlarmStatistics, 'low' | 'high' | 'silent' | 'out_seconds' | 'silent_seconds'>>
  findWork: (tankId: number, period: Period) => Promise<OriginRecord['work']>
}

/** Needs of the records with the answers that their readers share. */
export interface OriginRecords extends OriginRecordNeeds {
  /** By `tank from to`. */
  readShared: (key: string) => Promise<MeasuredRecord>
}

/** The public records of the tanks that ordered goods come from, each opened by a signed code. */
export function createOriginRecords(needs: OriginRecordNeeds): OriginRecords {
  // A code on a box is scanned by many, and by one again and again.
  const readShared = sharedFor(SHARED_FOR_MS, needs.clock.now, (key: string) => {
    const [tankId = 0, from = 0, to = 0] = key.split(' ').map(Number)
    return measured(needs, tankId, { from, to })
  })
  return { ...needs, readShared }
}

/** The codes of the items with an origin, of an order that the caller may see; none once it is cancelled. @throws 404 */
export async function listRecordLinks(
  { database, origin, secret }: OriginRecords,
  orderId: number,
  { firms }: Pick<SignedIn, 'firms'>,
): Promise<RecordLinks['data']> {
  requireFound(await ordersRepository(database).findById(orderId, firms))
  const [items, key] = await Promise.all([orderHistory(database).findRecordedItems(orderId), secret()])
  return items.map(({ position, product, quantity, unit, tank_id }) => {
    const token = signRecord(key, { order_id: orderId, position, tank_id })
    return { position, product, quantity, unit, url: `${origin()}/origin-record#${token}` }
  })
}

/** @throws 404 for every token that opens nothing */
export async function openRecord(
  { database, clock, secret, readShared }: OriginRecords,
  token: string,
): Promise<OriginRecord> {
  const named = readRecordToken(token)
  const items = named ? await orderHistory(database).findRecordedItems(named.order_id) : []
  const item = items.find(({ position }) => position === named?.position)
  if (!named || !item || !isSigned(await secret(), { ...named, tank_id: item.tank_id }, named.signature))
    throw new AppError(404, 'link_over')
  const { tank_id, position: _, ...shown } = item
  // In full minutes while it moves, so that simultaneous callers share an answer.
  const now = Math.floor(clock.now() / SHARED_FOR_MS) * SHARED_FOR_MS
  const { from, to } = originPeriod(item.shipped_at === null ? now : Date.parse(item.shipped_at))
  const values = await readShared(`${tank_id} ${from} ${to}`)
  return { ...shown, from: instantAt(from), to: instantAt(to), ...values }
}

type MeasuredRecord = Pick<OriginRecord, 'kept_from' | 'hours' | 'metrics' | 'alarms' | 'work'>

async function measured(needs: OriginRecordNeeds, tankId: number, period: Period): Promise<MeasuredRecord> {
  const [{ kept_from, ...found }, alarms, work] = await Promise.all([
    needs.readPeriod(tankId, period),
    needs.readAlarms(tankId, period),
    needs.findWork(tankId, period),
  ])
  return {
    kept_from: kept_from > period.from ? instantAt(kept_from) : null,
    hours: hoursBetween(Math.max(period.from, kept_from), period.to, found.series.bucket_seconds),
    metrics: originMetrics(found),
    alarms: {
      out: { count: alarms.low + alarms.high, seconds: alarms.out_seconds },
      silent: { count: alarms.silent, seconds: alarms.silent_seconds },
    },
    work,
  }
}
