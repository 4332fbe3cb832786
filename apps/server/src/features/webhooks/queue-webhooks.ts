import type { Instant } from '@dalyan/contracts/instant'
import { CALLING_EVENTS, type WebhookEvent } from '@dalyan/contracts/webhooks'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { webhookDeliveriesRepository, type Group, type NewDelivery } from './webhook-deliveries.repository.ts'
import { webhooksRepository } from './webhooks.repository.ts'

/** An alarm that webhooks are to hear of. */
export interface WebhookOccasion {
  alarm_id: number
  tank_id: number
  event: WebhookEvent
  /** When it came about, and the how manieth reminder this is: together they name the event. */
  episode_at: Instant
  reminder_number: number
}

/** When so many alarms are told as one. */
export interface DigestRule {
  isDigest: (alarms: readonly { kind: 'low' | 'high' | 'silent' }[]) => boolean
  withinMs: number
}

/** A delivery that was put down, and how long it waits. */
export interface Queued {
  id: number
  afterSeconds: number
}

type Wanted = NewDelivery & { alarm_id: number; event: WebhookEvent }

const CALLING = new Set<string>(CALLING_EVENTS)

/** Puts down what each webhook is to be sent, inside the alarms' own transaction; when many alarms call at once, they are one delivery. */
export async function queueWebhooks(
  on: Connection,
  heard: readonly WebhookOccasion[],
  { now, many }: { now: number; many: DigestRule },
): Promise<Queued[]> {
  const wanted = await findWanted(on, heard)
  const deliveries = webhookDeliveriesRepository(on)
  const calls = wanted.filter(({ event }) => CALLING.has(event))
  const { single, lists } = calls.length === 0 ? { single: [], lists: [] } : await sorted(on, calls, { now, many })
  const ids = await deliveries.insert([...wanted.filter(({ event }) => !CALLING.has(event)), ...single], instantAt(now))
  const queued = ids.map((id) => ({ id, afterSeconds: 0 }))
  for (const list of lists) queued.push(...(await queueList(on, list, { now, many })))
  return queued
}

async function findWanted(on: Connection, heard: readonly WebhookOccasion[]): Promise<Wanted[]> {
  if (heard.length === 0) return []
  const webhooks = await webhooksRepository(on).findOfTanks(heard.map(({ tank_id }) => tank_id))
  const byTank = Map.groupBy(webhooks, ({ tank_id }) => tank_id)
  return heard.flatMap(({ alarm_id, tank_id, event, episode_at, reminder_number }) => {
    const delivery = `${alarm_id}-${event.replace(/^alarm\./, '')}-${Date.parse(episode_at)}-${reminder_number}`
    return (byTank.get(tank_id) ?? [])
      .filter(({ events }) => events.includes(event))
      .map(({ id: webhook_id }) => ({ webhook_id, alarm_id, event, delivery }))
  })
}

const groupOf = ({ webhook_id, event }: Wanted): Group => ({ webhook_id, is_reminder: event === 'alarm.reminder' })
const nameOf = ({ webhook_id, is_reminder }: Group) => `${webhook_id} ${is_reminder}`

/** Which calls go out alone, and which together. */
async function sorted(on: Connection, calls: readonly Wanted[], { now, many }: { now: number; many: DigestRule }) {
  const deliveries = webhookDeliveriesRepository(on)
  const since = instantAt(now - many.withinMs)
  const called = await deliveries.findCalled([...new Set(calls.map(({ webhook_id }) => webhook_id))], since)
  const kinds = await deliveries.findKinds(calls.map(({ alarm_id }) => alarm_id))
  const single: Wanted[] = []
  const lists: Wanted[][] = []
  for (const [name, group] of Map.groupBy(calls, (call) => nameOf(groupOf(call)))) {
    const alarms = new Map(called.filter((one) => nameOf(one) === name).map(({ id, kind }) => [id, kind]))
    for (const { alarm_id } of group) alarms.set(alarm_id, kinds.get(alarm_id) ?? 'silent')
    if (many.isDigest([...alarms.values()].map((kind) => ({ kind })))) lists.push(group)
    else single.push(...group)
  }
  return { single, lists }
}

/** One list every five minutes; what comes in between waits for the next. */
async function queueList(
  on: Connection,
  calls: readonly Wanted[],
  { now, many }: { now: number; many: DigestRule },
): Promise<Queued[]> {
  const [first] = calls
  if (!first) return []
  const deliveries = webhookDeliveriesRepository(on)
  const group = groupOf(first)
  const alarm_ids = [...new Set(calls.map(({ alarm_id }) => alarm_id))]
  if (await deliveries.addToList(group, alarm_ids)) return []
  const last = await deliveries.findLastList(group, instantAt(now - many.withinMs))
  const at = last === null ? now : Date.parse(last) + many.withinMs
  const { webhook_id, event, delivery } = first
  const list = { webhook_id, event, delivery: `many-${delivery}`, alarm_ids, queued_at: instantAt(now) }
  const ids = await deliveries.insertList(list, instantAt(at))
  return ids.map((id) => ({ id, afterSeconds: Math.ceil((at - now) / 1000) }))
}
