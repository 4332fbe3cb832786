import { alarmsApi } from '@dalyan/contracts/alarms'
import { randomUUID } from 'node:crypto'
import { deviceApi } from '@dalyan/contracts/device-messages'
import { displayLinksApi } from '@dalyan/contracts/display-links'
import { firmsApi } from '@dalyan/contracts/firms'
import { journalApi } from '@dalyan/contracts/journal'
import { JOURNAL_KINDS } from '@dalyan/contracts/journal-words'
import { keyProfilesApi } from '@dalyan/contracts/key-profiles'
import { planApi } from '@dalyan/contracts/plan'
import { ordersApi, type OrderStatus } from '@dalyan/contracts/orders'
import type { RoleName } from '@dalyan/contracts/permissions'
import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { settingsApi } from '@dalyan/contracts/settings'
import { tanksApi, type TankInput } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { usersApi } from '@dalyan/contracts/users'
import { pngOf } from '../apps/server/tests/pictures.ts'
import { signIn, type ProductUser } from './users.ts'
import type { Product } from './product.ts'
import { see } from './see.ts'

const PASSWORD = 'Deniz-Kestanesi-7'
const TEN_MINUTES_MS = 600_000
const DAY_MS = 86_400_000
const READINGS = 144

/** An installation in use, whose screens are checked. */
export interface Furnished {
  people: Record<RoleName, ProductUser>
  /** Ids by the name of the record. */
  ids: Record<
    'firm' | 'user' | 'template' | 'keyProfile' | 'order' | 'tank' | 'terminal' | 'waiting' | 'banned' | 'deleted',
    number
  >
  /** The addresses of public links, with their secrets. */
  links: Record<'overview' | 'tank' | 'record', string>
}

/** Fills a fresh product through its API: a hierarchy of firms, users, tanks in and out of range, alarms, orders. */
export async function furnish(product: Product): Promise<Furnished> {
  const admin = await signIn(product)
  await admin.call(settingsApi.setSelfSignup, { enabled: true })
  await admin.call(settingsApi.setSystemName, { name: 'Ege Tank İzleme' })
  const firms = await makeFirms(admin)
  const people = await makePeople(product, admin, firms.restaurant)
  const { template, ...tanks } = await makeTanks(product, admin, firms)
  const { waiting, banned } = await makeStrangers(product, admin)
  const order = await makeOrders(admin, people.customer, tanks.tank)
  const overview = await admin.call(displayLinksApi.create, { name: 'Larva salonu', firm_id: null })
  const ofTank = { name: 'Kordon', firm_id: null, tank_id: tanks.tank, expires_at: new Date(Date.now() + DAY_MS) }
  const tankLink = await admin.call(displayLinksApi.create, ofTank)
  const [record] = (await admin.call(ordersApi.recordLinks, undefined, order)).data
  if (!record) throw new Error('the order has no origin')
  return {
    people: { admin, operator: people.operator, customer: people.customer },
    ids: { ...tanks, template, waiting, banned, order, firm: firms.grower, user: people.id },
    links: { overview: addressOf(overview), tank: addressOf(tankLink), record: addressOf(record) },
  }
}

/** The address of a link without its origin. */
function addressOf(link: { url: string }): string {
  const { pathname, search, hash } = new URL(link.url)
  return pathname + search + hash
}

async function makeFirms(admin: ProductUser) {
  const grower = await admin.call(firmsApi.create, {
    code: 'EGE-SU',
    name: 'Ege Su Ürünleri Yetiştiricilik ve Ticaret A.Ş.',
    phone: '+90 232 555 01 02',
    province: 'İzmir',
    district: 'Urla',
    city: 'İzmir',
    notes: 'Sözleşme her yıl ocakta yenilenir.',
  })
  const distributor = await admin.call(firmsApi.create, {
    code: 'TOROS',
    name: 'Toros Alabalık Dağıtım',
    type: 'distributor',
    parent_id: grower.id,
    province: 'Antalya',
    district: 'Döşemealtı',
  })
  const restaurant = await admin.call(firmsApi.create, {
    code: 'KORDON',
    name: 'Kordon Balık Lokantası',
    type: 'restaurant',
    parent_id: distributor.id,
  })
  await admin.call(firmsApi.create, { code: 'ESKI', name: 'Eski Liman', type: 'restaurant', status: 'inactive' })
  return { grower: grower.id, distributor: distributor.id, restaurant: restaurant.id }
}

async function makePeople(product: Product, admin: ProductUser, firm_id: number) {
  const makeUser = async (name: string, email: string, role: RoleName) => {
    const firm = role === 'admin' ? null : firm_id
    const { id } = await admin.call(usersApi.create, { name, email, roles: [role], firm_id: firm, password: PASSWORD })
    return { id, email, password: PASSWORD }
  }
  await makeUser('Zeynep Aydın', 'zeynep.aydin@example.org', 'admin')
  const operator = await makeUser('Işıl Öztürk', 'isil.ozturk@example.org', 'operator')
  const customer = await makeUser(
    'Muhammed Abdülkadir Karaosmanoğlu',
    'muhammed.abdulkadir.karaosmanoglu@kordon-balik.example.org',
    'customer',
  )
  return { id: customer.id, operator: await signIn(product, operator), customer: await signIn(product, customer) }
}

async function makeTanks(product: Product, admin: ProductUser, firms: { grower: number; restaurant: number }) {
  const template = await admin.call(rangeTemplatesApi.create, {
    name: 'Levrek larva',
    delay_seconds: 0,
    ranges: {
      tank_temperature: { min: 16, max: 22 },
      ph: { min: 7.5, max: 8.3, severity: 'critical' },
      salinity: { min: 34, max: 38 },
      orp: { min: -50, max: 300, severity: 'info' },
      ambient_humidity: { max: 80, severity: 'info' },
    },
  })
  await admin.call(rangeTemplatesApi.create, { name: 'Çipura büyütme', active: false, ranges: { ph: { min: 7 } } })
  const terminal = (code: string) => admin.call(terminalsApi.create, { code })
  const tank = (code: string, name: string, rest: Partial<TankInput>) =>
    admin.call(tanksApi.create, { code, name, range_template_id: template.id, ...rest })

  const watched = await terminal('T-0214')
  const calm = await terminal('T-0201')
  const place = { province: 'İzmir', district: 'Urla', location: 'Kuzey hol, 2. sıra' }
  const out = await tank('TNK-014', 'Levrek larva 2', {
    ...place,
    iot_ids: [watched.id, (await terminal('T-0215')).id],
    firm_id: firms.restaurant,
    status: 'active',
    notes: 'Filtre her salı temizlenir.',
  })
  await tank('TNK-001', 'Levrek larva 1', {
    ...place,
    iot_ids: [calm.id],
    firm_id: firms.restaurant,
    status: 'active',
  })
  await tank('TNK-010', 'Karantina', { status: 'suspended', firm_id: firms.grower })
  await tank('TNK-021', 'Yedek havuz: güney hol, üçüncü sıranın sonundaki büyük tank', { range_template_id: null })
  const plan = { firm_id: firms.restaurant }
  await admin.call(planApi.setPicture, { ...plan, image: pngOf(1_000, 600).toString('base64') })
  await admin.call(planApi.place, { ...plan, positions: [{ tank_id: out.id, x: 0.5, y: 0.4 }] })
  const deleted = await tank('TNK-099', 'Boşaltılmış tank', {})
  await admin.call(tanksApi.remove, undefined, deleted.id)

  await report(product, calm, readings(1))
  await report(product, watched, readings(READINGS))
  await report(product, watched, [{ ph: 8.62, salinity: 33.1, tank_temperature: 18.7, orp: -12 }])
  await see.poll(async () => (await admin.call(alarmsApi.list)).total).toBeGreaterThanOrEqual(2)
  for (const kind of JOURNAL_KINDS)
    await admin.call(journalApi.write, {
      id: randomUUID(),
      tank_id: out.id,
      kind,
      at: new Date().toISOString(),
      ...(kind === 'feeding' ? { amount: 400, unit: 'g', note: 'Artemia: iştahlı' } : {}),
    })
  const names = { temp: { metric: 'tank_temperature' as const, scale: 0.1 }, firmware: { metric: null } }
  const profile = { name: 'Multimetre', map: names, iot_ids: [watched.id] }
  const { id: keyProfile } = await admin.call(keyProfilesApi.create, profile)
  return { template: template.id, keyProfile, tank: out.id, terminal: watched.id, deleted: deleted.id }
}

/** One reading every ten minutes, the newest a minute old, with an hour missing in the middle. */
function readings(count: number) {
  const newest = Date.now() - 60_000
  return Array.from({ length: count }, (_, n) => ({
    measured_at: newest - (count - 1 - n) * TEN_MINUTES_MS,
    tank_temperature: 19 + Math.sin(n / 9),
    ph: 7.9 + Math.sin(n / 5) / 5,
    salinity: 36.3,
    orp: 120 + Math.round(40 * Math.sin(n / 7)),
    conductivity: 54.2,
    ambient_temperature: 24 + Math.sin(n / 20),
    ambient_humidity: 62,
    cabinet_temperature: 31.5,
  })).filter((_, n) => n < count / 2 || n > count / 2 + 6 || count === 1)
}

async function report(
  product: Product,
  { code, key }: { code: string; key: string },
  body: unknown,
): Promise<Response> {
  return fetch(product.page + deviceApi.measurements.path, {
    method: deviceApi.measurements.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${code}:${key}` },
    body: JSON.stringify(body),
  })
}

/** Sends a request of a device for enrolment, and one of a banned device. */
async function makeStrangers(product: Product, admin: ProductUser) {
  await admin.call(terminalsApi.enrol, { minutes: 10 })
  await report(product, { code: 'T-0399', key: 'kutunun-kendi-anahtari' }, [{ ph: 8 }])
  const banned = await admin.call(terminalsApi.create, { code: 'T-0188', status: 'banned' })
  const known = await admin.call(terminalsApi.list)
  const waiting = known.data.find(({ status }) => status === 'unauthorized')
  if (!waiting) throw new Error('no device waits for its admission')
  return { waiting: waiting.id, banned: banned.id }
}

async function makeOrders(admin: ProductUser, customer: ProductUser, tank_id: number): Promise<number> {
  const order = async (product: string, quantity: number, status: OrderStatus) => {
    const { id } = await customer.call(ordersApi.create, { items: [{ product, quantity, unit: 'kg' }] })
    const items = [{ product, quantity, unit: 'kg', tank_id }]
    await admin.call(ordersApi.update, { items }, id)
    if (status !== 'placed') await admin.call(ordersApi.update, { status }, id)
    return id
  }
  await order('Levrek', 40, 'delivered')
  await order('Çipura', 1250.5, 'shipped')
  await order('Midye', 10, 'cancelled')
  return order('Levrek', 18, 'placed')
}
