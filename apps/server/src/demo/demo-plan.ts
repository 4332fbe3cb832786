import type { OrderItemInput, OrderStatus } from '@dalyan/contracts/orders'
import type { RangeTemplateInput } from '@dalyan/contracts/range-templates'
import type { RoleName } from '@dalyan/contracts/permissions'

/** The firms are made up; the readings are not. A parent sees the tanks of the firms below it. */
export const DEMO_FIRMS = [
  { code: 'DEMO-EGE', name: 'Ege Su Ürünleri (örnek)', type: 'grower', parent: null },
  { code: 'DEMO-TOROS', name: 'Toros Alabalık Dağıtım (örnek)', type: 'distributor', parent: 'DEMO-EGE' },
  { code: 'DEMO-KORDON', name: 'Kordon Balık Lokantası (örnek)', type: 'restaurant', parent: 'DEMO-EGE' },
] as const

/** Passwords are generated at the first start; the admin is the product's own first one, unless an admin exists already. */
export const DEMO_USERS = [
  { role: 'admin', name: 'Örnek Yönetici', email: 'demo-admin@dalyan.local', firm: null },
  { role: 'operator', name: 'Örnek Operatör', email: 'operator@dalyan.local', firm: 'DEMO-EGE' },
  { role: 'customer', name: 'Örnek Müşteri', email: 'musteri@dalyan.local', firm: 'DEMO-KORDON' },
] as const satisfies readonly { role: RoleName; name: string; email: string; firm: string | null }[]

/**
 * Limits near the 0.5th and 99.5th percentile of each recording, so that an ordinary day is inside and the recorded incidents are not.
 * The delay is short because the replay is fast: ten seconds are five readings, 25 recorded minutes of a tank.
 */
const SHORT_DELAY = { active: true, delay_seconds: 10 }

export const DEMO_TEMPLATES = {
  seawater: {
    name: 'Deniz suyu tankı (örnek)',
    ...SHORT_DELAY,
    ranges: {
      tank_temperature: { min: 11, max: 16.5, severity: 'warning', critical_min: 8, critical_max: 20 },
      ph: { min: 7.5, max: 8.4, severity: 'warning', critical_min: 6.5, critical_max: 9 },
      salinity: { min: 25, max: 33, severity: 'warning', critical_min: 10 },
      orp: { min: 90, max: 300, severity: 'info' },
      conductivity: { min: 39, max: 51, severity: 'warning' },
      cabinet_temperature: { max: 40, severity: 'info' },
    },
  },
  bay: {
    name: 'Koy suyu (örnek)',
    ...SHORT_DELAY,
    ranges: {
      tank_temperature: { min: 10, max: 32, severity: 'warning', critical_max: 36 },
      ph: { min: 7.2, max: 8.6, severity: 'warning', critical_min: 6.5, critical_max: 9.5 },
      salinity: { min: 3, max: 37, severity: 'warning' },
      conductivity: { min: 5, max: 56, severity: 'warning' },
    },
  },
  soft_water: {
    name: 'Yumuşak tatlı su (örnek)',
    ...SHORT_DELAY,
    ranges: {
      tank_temperature: { min: 3.5, max: 12, severity: 'warning', critical_max: 16 },
      conductivity: { min: 0.01, max: 0.03, severity: 'warning' },
    },
  },
  warm_pond: {
    name: 'Ilık tatlı su havuzu (örnek)',
    ...SHORT_DELAY,
    ranges: {
      tank_temperature: { min: 28, max: 36, severity: 'warning', critical_min: 24, critical_max: 38 },
      ph: { min: 4.5, max: 9, severity: 'warning', critical_min: 3.5, critical_max: 10 },
      cabinet_temperature: { max: 45, severity: 'info' },
    },
  },
} as const satisfies Record<string, RangeTemplateInput>

/** One recording: its tank, the terminal that sends it, and where the history ends and the live part begins. */
export interface DemoTank {
  code: string
  name: string
  firm: (typeof DEMO_FIRMS)[number]['code']
  template: keyof typeof DEMO_TEMPLATES
  status: 'active' | 'suspended'
  location: string
  notes: string
  terminal: string
  /** Path below `demo-data/`. */
  file: string
  /**
   * Rows before this recorded instant are history, shifted to end at the first start; the terminal sends the later ones. Null: the full file is
   * history, and is then sent from its first row.
   */
  live_from: string | null
  /** Its terminal also sends a made-up battery and signal. */
  sends_health?: boolean
}

const COMBINATION = 'BİRLEŞTİRME: birden çok gerçek cihazın verisi tek terminal gibi gönderilir.'
const PACE = 'Canlı kısım hızlandırılmıştır: kaydın her satırı iki saniyede bir, ölçüm anı şimdi olarak gelir.'

export const DEMO_TANKS: readonly DemoTank[] = [
  {
    code: 'DENIZ-1',
    name: 'Deniz suyu tankı 1 (birleştirme)',
    firm: 'DEMO-EGE',
    template: 'seawater',
    status: 'active',
    location: 'Kayıt: MCRL, ABD, yaz 2023',
    notes: `${COMBINATION} Sonda, kayıt kutusu ve hava istasyonu. Kaynak: PNNL mesocosm, 5 numaralı tank (MIT lisansı). ${PACE}`,
    terminal: 'COMBO-PNNL-BARE',
    file: 'pnnl-mesocosm-tanks-2023/combination--pnnl-bare-tank+logger+met.csv.gz',
    // Two hours before the sonde was lifted out of the seawater for 95 minutes: out after 48 s, back after 86 s.
    live_from: '2023-07-11T15:05:00Z',
  },
  {
    code: 'DENIZ-2',
    name: 'Deniz çayırı tankı (birleştirme)',
    firm: 'DEMO-KORDON',
    template: 'seawater',
    status: 'active',
    location: 'Kayıt: MCRL, ABD, yaz 2023',
    notes: `${COMBINATION} Sonda, kayıt kutusu ve hava istasyonu. Kaynak: PNNL mesocosm, 3 numaralı tank (MIT lisansı). ${PACE}`,
    terminal: 'COMBO-PNNL-EELGRASS',
    file: 'pnnl-mesocosm-tanks-2023/combination--pnnl-eelgrass-tank+logger+met.csv.gz',
    // The same day's work on the other tank: out of the seawater after 96 s, back after 3 min 42 s.
    live_from: '2023-07-11T13:10:00Z',
  },
  {
    code: 'DENIZ-3',
    name: 'Arızalı ORP elektrodu (bozuk girdi)',
    firm: 'DEMO-EGE',
    template: 'seawater',
    status: 'suspended',
    location: 'Kayıt: MCRL, ABD, yaz 2023',
    notes: `BOZUK GİRDİ: ORP kanalı dört ay boyunca −1203 mV gösteren gerçek bir arıza; diğer değerler tank 1 ile aynı sudandır. Tank bu yüzden askıdadır: ölçümler saklanır, alarm üretilmez. Kaynak: PNNL mesocosm (MIT lisansı). ${PACE}`,
    terminal: 'PNNL-BARE-DEAD-ORP',
    file: 'pnnl-mesocosm-tanks-2023/bad-input--pnnl-tank-bare-dead-orp.csv.gz',
    live_from: '2023-07-11T15:05:00Z',
  },
  {
    code: 'KOY-1',
    name: 'Koy istasyonu, iki yıl (birleştirme)',
    firm: 'DEMO-EGE',
    template: 'bay',
    status: 'active',
    location: 'Kayıt: Apalachicola Koyu, ABD, 2012–2013',
    notes: `${COMBINATION} Cat Point su istasyonu ve kilometrelerce ötedeki East Bay hava istasyonu; tank değil, açık koy suyu. Kayıttaki sensör arızaları olduğu gibi durur. Kaynak: NOAA NERRS (CC0). ${PACE}`,
    terminal: 'COMBO-APA-CATPOINT-MET',
    file: 'nerrs-apalachicola-2012-2013/combination--apa-catpoint-water+eastbay-met.csv.gz',
    live_from: null,
    sends_health: true,
  },
  {
    code: 'GOLET-1',
    name: 'Yumuşak sulu gölet',
    firm: 'DEMO-TOROS',
    template: 'soft_water',
    status: 'active',
    location: 'Kayıt: Via Sacra göleti, ABD, kış 2019–2020',
    notes: `Çok yumuşak tatlı su; pH ve ORP ölçülmemiştir. Kaynak: K. Fortino, Longwood University (CC BY). ${PACE}`,
    terminal: 'VIA-SACRA-POND',
    file: 'via-sacra-pond-2019-2020/via-sacra-pond.csv.gz',
    live_from: '2020-01-09T15:00:00Z',
    sends_health: true,
  },
  {
    code: 'HAVUZ-1',
    name: 'Çiftlik havuzu şamandırası',
    firm: 'DEMO-TOROS',
    template: 'warm_pond',
    status: 'active',
    location: 'Kayıt: balık çiftliği, Kolombiya, Kasım 2021',
    notes: `Radyo bağlantılı şamandıra; kayıtta +24 °C sıçramalar ve ikinci gece 0’a düşen bir pH sensörü vardır. Kayıt yedi dakikada bir baştan başlar. Kaynak: Medina ve ark. 2022 (CC BY 4.0). ${PACE}`,
    terminal: 'FISHFARM-BUOY-01',
    file: 'fishfarm-buoy-colombia-2021/fishfarm-buoy-01.csv.gz',
    live_from: null,
    sends_health: true,
  },
]

interface DemoOrder {
  code: string
  status: OrderStatus
  note: string | null
  items: (Omit<OrderItemInput, 'tank_id'> & { tank?: string })[]
}

/** The firm that orders. */
export const DEMO_RESTAURANT = 'DEMO-KORDON'

/** The orders of the example restaurant: one for each stage that it may see. */
export const DEMO_ORDERS: readonly DemoOrder[] = [
  {
    code: 'first',
    status: 'delivered',
    note: null,
    items: [{ product: 'Levrek', quantity: 40, unit: 'kg', tank: 'DENIZ-1' }],
  },
  {
    code: 'second',
    status: 'shipped',
    note: 'Sabah 08.00’den önce teslim',
    items: [
      { product: 'Levrek', quantity: 25, unit: 'kg', tank: 'DENIZ-2' },
      { product: 'Midye', quantity: 10, unit: 'kg' },
    ],
  },
  { code: 'third', status: 'placed', note: null, items: [{ product: 'Çipura', quantity: 18, unit: 'kg' }] },
]
