import { randomUUID } from 'node:crypto'
import { calibrationsApi } from '@dalyan/contracts/calibrations'
import { deviceApi, measurementsTopic } from '@dalyan/contracts/device-messages'
import { ordersApi } from '@dalyan/contracts/orders'
import { instantAt } from '../src/core/clock.ts'
import { createSecretBox } from '../src/core/secrets/secret-box.ts'
import { makeSecret } from '../src/core/secrets/random-secret.ts'
import { signLink } from '../src/features/notifications/alarm-links.ts'
import { chirpstackUp } from '../src/ingest/fixtures/lorawan-events.ts'
import { pngOf } from './pictures.ts'
import { signingKey } from '../src/features/notifications/signing-keys.repository.ts'
import { browserKeys } from './browser-keys.ts'
import { BROKER_SECRET, SECRETS_KEY, type TestApp } from './test-app.ts'

/** The parameters, query and body of one call. */
export interface SampleCall {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
}

/** A farm with records of every kind, and a valid call for each endpoint. */
export interface SampleCalls {
  /** The bearer of the farm's terminal at the device API, `{code}:{key}`. */
  deviceToken: string
  deviceKey: string
  /** Of an integration with ChirpStack. */
  integrationSecret: string
  /** By the endpoint's name; calls that create a record create a different one each time. */
  of: Record<string, () => SampleCall>
}

/** A month that is over. */
const REPORTED = '2026-10'

const NO_FIGURES = {
  raised: 0,
  critical: 0,
  warning: 0,
  info: 0,
  low: 0,
  high: 0,
  silent: 0,
  out_seconds: 0,
  silent_seconds: 0,
  quality_seconds: 0,
  acknowledged: 0,
  ack_median_seconds: null,
  ack_p90_seconds: null,
  open: 0,
  shelved: 0,
  journal_entries: 0,
}

const DEVICE_EUI = '0101010101010101'
const NAMES = { temp: { metric: 'tank_temperature' as const, scale: 0.1, offset: 0 } }

/** Creates the farm in the caller's own firm: an active tank with a template, a terminal, a reading and an open alarm. */
export async function makeSampleCalls({
  app,
  clock,
  given,
  someone,
  ownFirm,
  database,
  as,
}: TestApp): Promise<SampleCalls> {
  const template = await given.rangeTemplate()
  const terminal = await given.terminal({ device_eui: DEVICE_EUI })
  const tank = await given.tank({
    firm_id: ownFirm.id,
    range_template_id: template.id,
    iot_ids: [terminal.id],
    status: 'active',
  })
  await database.query('update range_templates set delay_seconds = 0')
  const deviceToken = `${terminal.code}:${terminal.key}`
  const reported = await app.server.inject({
    method: deviceApi.measurements.method,
    url: deviceApi.measurements.path,
    headers: { authorization: `Bearer ${deviceToken}` },
    payload: { ph: 9.9 },
  })
  if (reported.statusCode !== 201) throw new Error(`the reading was refused: ${reported.body}`)
  const colleague = await someone({ role: 'customer', firm_id: ownFirm.id })
  const leaving = await someone({ role: 'customer' })
  const leavingFirm = await given.firm()
  const deletedFirm = await given.firm()
  await database.db.updateTable('firms').set({ status: 'deleted' }).where('id', '=', deletedFirm.id).execute()
  const alarm = await database.db.selectFrom('alarms').select(['id', 'incident_id']).executeTakeFirstOrThrow()
  const incident = { id: alarm.incident_id }

  // Records for calls that can succeed only once, by the one caller with the permission.
  const doomed = { tank: await given.tank(), terminal: await given.terminal(), template: await given.rangeTemplate() }
  const deleted = { tank: await given.tank(), terminal: await given.terminal() }
  await database.query(`update tanks set status = 'deleted' where id = $1`, [deleted.tank.id])
  await database.query(`update terminals set status = 'deleted' where id = $1`, [deleted.terminal.id])

  const [keyProfile, leavingKeyProfile] = await database.db
    .insertInto('key_profiles')
    .values(['Multimetre', 'Eski cihaz'].map((name) => ({ name, map: JSON.stringify(NAMES) })))
    .returning('id')
    .execute()
  const profiled = await given.terminal()
  if (!keyProfile || !leavingKeyProfile) throw new Error('no key profiles')
  await database.db
    .updateTable('terminals')
    .set({ key_profile_id: keyProfile.id })
    .where('id', '=', terminal.id)
    .execute()

  // The origin of the first one is removed by a call.
  const [order, recordedOrder] = await database.db
    .insertInto('orders')
    .values([1, 2].map(() => ({ firm_id: ownFirm.id })))
    .returning('id')
    .execute()
  if (!order || !recordedOrder) throw new Error('no orders')
  const items = [{ product: 'Levrek', quantity: 120, unit: 'kg' }]
  await database.db
    .insertInto('order_items')
    .values(
      [order, recordedOrder].flatMap(({ id }) =>
        items.map((item) => ({ ...item, order_id: id, position: 1, tank_id: tank.id })),
      ),
    )
    .execute()
  const { body: recordLinks } = await as.admin.get(ordersApi.recordLinks, { params: { id: recordedOrder.id } })
  const recordToken = new URL(recordLinks.data[0]?.url ?? '').hash.slice(1)

  const onDuty = await someone({ role: 'operator', firm_id: ownFirm.id })
  await database.db
    .insertInto('on_call')
    .values({ firm_id: ownFirm.id, position: 0, user_id: onDuty.id, delay_minutes: 0 })
    .execute()
  const [webhook, leavingWebhook] = await database.db
    .insertInto('webhooks')
    .values(
      [1, 2].map(() => ({ firm_id: ownFirm.id, url: 'https://127.0.0.1/', events: ['alarm.raised'], secret: 's' })),
    )
    .returning('id')
    .execute()
  if (!webhook || !leavingWebhook) throw new Error('no webhooks')
  const [, leavingDisplay] = await database.db
    .insertInto('display_links')
    .values([1, 2].map((n) => ({ name: `Ekran ${n}`, firm_id: ownFirm.id, hash: makeSecret().hash })))
    .returning('id')
    .execute()
  if (!leavingDisplay) throw new Error('no display links')
  const integration = makeSecret()
  const [, leavingIntegration] = await database.db
    .insertInto('integrations')
    .values(
      [integration, makeSecret()].map(({ hash }) => ({
        kind: 'chirpstack' as const,
        name: 'Çiftlik ağı',
        firm_id: ownFirm.id,
        language: 'tr' as const,
        hash,
      })),
    )
    .returning('id')
    .execute()
  if (!leavingIntegration) throw new Error('no integrations')
  // The plan that a call removes or replaces is not the one that callers read.
  const planFirm = await given.firm()
  await given.tank({ firm_id: planFirm.id })
  const plan = { picture: pngOf(64, 64), picture_type: 'image/png' as const, picture_hash: 'f'.repeat(64) }
  const planSize = { width: 64, height: 64, uploaded_at: instantAt(clock.now()) }
  await database.db
    .insertInto('plans')
    .values([ownFirm, planFirm].map(({ id: firm_id }) => ({ firm_id, ...plan, ...planSize })))
    .execute()
  const foreignPasskey = await database.db
    .insertInto('passkeys')
    .values({
      user_id: onDuty.id,
      credential_id: Buffer.from('a key'),
      public_key: Buffer.from('no key'),
      counter: 0,
      transports: ['internal'],
      browser: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const now = instantAt(clock.now())
  await database.db
    .insertInto('notifications')
    .values({
      webhook_id: webhook.id,
      channel: 'webhook',
      reason: 'test',
      reminder_number: 0,
      episode_at: now,
      queued_at: now,
    })
    .execute()
  const { secret } = await signingKey(
    database,
    createSecretBox(Buffer.from(SECRETS_KEY, 'base64')),
    'alarm-links',
    () => ({ secret: 'a secret of the tests' }),
  )
  const { password_hash } = await database.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', onDuty.id)
    .executeTakeFirstOrThrow()
  const link = signLink({ secret, password_hash }, { alarm_id: alarm.id, user_id: onDuty.id }, clock.now())
  const foreignSession = { params: { id: onDuty.token.split('|')[0] ?? '' } }

  const journalEntry = (tank_id: number) => ({
    id: randomUUID(),
    tank_id,
    kind: 'feeding' as const,
    at: now,
    amount: 2.5,
    unit: 'kg',
    note: 'iştahlı',
  })
  const calibrationOf = (tank_id: number) => ({
    id: randomUUID(),
    tank_id,
    iot_id: terminal.id,
    metric: 'ph' as const,
    at: now,
    points: [{ expected: 7, before: 7.1, after: 7 }],
  })
  await as.admin.post(calibrationsApi.write, { body: calibrationOf(tank.id) })
  await database.db
    .insertInto('journal_entries')
    .values({ ...journalEntry(tank.id), corrects: null, created_by: onDuty.id, created_at: now })
    .execute()

  const handover = await database.db
    .insertInto('handovers')
    .values({
      firm_id: ownFirm.id,
      from_at: now,
      to_at: now,
      figures: JSON.stringify(NO_FIGURES),
      note: 'sakin',
      by_user: onDuty.id,
      to_user: as.admin.id,
      moves_on_call: false,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  let made = 0
  const on = ({ id }: { id: number }) => ({ params: { id: String(id) } })
  const fresh = (prefix: string) => `${prefix}-FRESH-${(made += 1)}`
  const onTank = () => on(tank)
  const onTerminal = () => on(terminal)
  const onTemplate = () => on(template)
  const onUser = () => ({ params: { id: String(colleague.id) } })
  const onFirm = () => ({ params: { id: String(ownFirm.id) } })
  const nothing = () => ({})
  const caller = () => ({ name: 'Biri', email: `${fresh('biri').toLowerCase()}@dalyan.test` })
  const passwords = { password: 'yeni bir şifre 9', password_confirmation: 'yeni bir şifre 9' }
  const list = () => ({ query: { page: '1', per_page: '5' } })
  return {
    deviceToken,
    deviceKey: terminal.key,
    integrationSecret: integration.secret,
    of: {
      'systemApi.healthz': nothing,
      'systemApi.metrics': nothing,
      'systemApi.readyz': nothing,
      'brandingApi.config': nothing,
      'brandingApi.logo': nothing,
      'brandingApi.update': () => ({
        body: { name: 'Ege Su', primary_color: '#00695C', website: 'https://ege.example' },
      }),
      'brandingApi.reset': nothing,
      'brandingApi.setLogo': () => ({ body: { image: pngOf(64, 32).toString('base64') } }),
      'brandingApi.removeLogo': nothing,
      'settingsApi.selfSignup': nothing,
      'settingsApi.system': nothing,
      'settingsApi.mail': nothing,
      'settingsApi.altitude': nothing,
      'authApi.csrfCookie': nothing,
      'authApi.login': () => ({ body: { email: caller().email, password: 'yanlış şifre 1' } }),
      'authApi.register': () => ({ body: { ...caller(), ...passwords } }),
      'authApi.logout': nothing,
      'authApi.me': nothing,
      'authApi.changePassword': () => ({ body: { current_password: 'yanlış şifre 1', ...passwords } }),
      'authApi.updateTheme': () => ({ body: { theme: 'navy' } }),
      'authApi.updateLocale': () => ({ body: { locale: 'tr' } }),
      'authApi.forgotPassword': () => ({ body: { email: caller().email } }),
      'authApi.checkPasswordReset': () => ({ body: { token: makeSecret().secret } }),
      'authApi.resetPassword': () => ({ body: { token: makeSecret().secret, ...passwords } }),
      'authApi.askEmailConfirmation': nothing,
      'authApi.confirmEmail': () => ({ body: { token: makeSecret().secret } }),
      'sessionsApi.list': nothing,
      'sessionsApi.end': () => foreignSession,
      'sessionsApi.endOthers': nothing,
      'passkeysApi.list': nothing,
      'passkeysApi.begin': nothing,
      'passkeysApi.create': () => ({ body: { password: 'yanlış şifre 1', credential: NO_CREDENTIAL } }),
      'passkeysApi.remove': () => on(foreignPasskey),
      'passkeysApi.beginLogin': nothing,
      'passkeysApi.login': () => ({ body: { credential: NO_CREDENTIAL } }),
      'settingsApi.adminSelfSignup': nothing,
      'settingsApi.setSelfSignup': () => ({ body: { enabled: false } }),
      'settingsApi.adminSystem': nothing,
      'settingsApi.updateSystem': () => ({
        body: { system_name: 'Dalyan', system_title: 'Dalyan', points_per_delivered_order: 10 },
      }),
      'settingsApi.setSystemName': () => ({ body: { name: 'Dalyan' } }),
      'settingsApi.setSystemTitle': () => ({ body: { title: 'Dalyan' } }),
      'settingsApi.terminalCommLogging': nothing,
      'measurementStorageApi.summary': nothing,
      'settingsApi.setTerminalCommLogging': () => ({ body: { enabled: false } }),
      'usersApi.list': list,
      'usersApi.roles': nothing,
      'usersApi.get': onUser,
      'usersApi.create': () => ({
        body: { ...caller(), ...passwords, roles: ['operator'], firm_id: ownFirm.id, password_temporary: false },
      }),
      'usersApi.update': () => ({ ...onUser(), body: { name: fresh('Biri') } }),
      'usersApi.remove': () => ({ params: { id: String(leaving.id) } }),
      'firmsApi.list': list,
      'firmsApi.get': onFirm,
      'firmsApi.create': () => ({ body: { code: fresh('FRM'), name: 'Yeni firma', type: 'grower', parent_id: null } }),
      'firmsApi.update': () => ({ ...onFirm(), body: { notes: fresh('not') } }),
      'firmsApi.remove': () => ({ params: { id: String(leavingFirm.id) } }),
      'firmsApi.restore': () => ({ params: { id: String(deletedFirm.id) } }),
      'tanksApi.list': list,
      'tanksApi.get': onTank,
      'tanksApi.latest': onTank,
      'tanksApi.neighbours': () => ({ ...onTank(), query: { sort: '-name' } }),
      'tanksApi.create': () => ({ body: { code: fresh('TNK'), name: 'Yeni tank', firm_id: ownFirm.id, iot_ids: [] } }),
      'tanksApi.createFromFile': () => ({
        body: { csv: `Kod;Tank adı;Firma kodu\n${fresh('TNK')};Dosyadan;${ownFirm.code}`, dry_run: false },
      }),
      'tanksApi.update': () => ({ ...onTank(), body: { notes: fresh('not') } }),
      'tanksApi.remove': () => on(doomed.tank),
      'tanksApi.restore': () => on(deleted.tank),
      'tankModesApi.start': () => ({
        ...onTank(),
        body: { name: 'cleaning', minutes: 30, metrics: ['ph', 'salinity'] },
      }),
      'tankModesApi.end': onTank,
      'tankModesApi.spans': onTank,
      'forewarningsApi.ofTank': onTank,
      'calibrationsApi.list': list,
      'calibrationsApi.write': () => ({ body: calibrationOf(tank.id) }),
      'journalApi.list': list,
      'journalApi.write': () => ({ body: journalEntry(tank.id) }),
      'journalApi.last': () => ({ query: { tank_id: String(tank.id) } }),
      'journalApi.sums': () => ({ query: { from: instantAt(clock.now() - 3_600_000) } }),
      'journalApi.authors': nothing,
      'reportsApi.list': () => on(tank),
      'reportsApi.get': () => ({ ...on(tank), query: { month: REPORTED } }),
      'reportsApi.file': () => ({ ...on(tank), query: { month: REPORTED, format: 'xlsx' } }),
      'journalApi.export': () => ({ query: { locale: 'tr' } }),
      'terminalsApi.list': list,
      'terminalsApi.get': onTerminal,
      'terminalsApi.create': () => ({
        body: { code: fresh('TRM'), status: 'active', expected_interval_seconds: 60, offline_after_seconds: 300 },
      }),
      'terminalsApi.createFromFile': () => ({ body: { csv: `code,status\n${fresh('TRM')},Aktif`, dry_run: false } }),
      'terminalsApi.update': () => ({
        ...onTerminal(),
        body: { expected_interval_seconds: 60, offline_after_seconds: 300 },
      }),
      'terminalsApi.remove': () => on(doomed.terminal),
      'terminalsApi.restore': () => on(deleted.terminal),
      'terminalsApi.rotateKey': () => ({ ...onTerminal(), body: { revoke_old: false } }),
      'terminalsApi.deviceAddress': nothing,
      'terminalsApi.removeWaiting': nothing,
      'terminalsApi.enrolment': nothing,
      'terminalsApi.enrol': () => ({ body: { minutes: 5 } }),
      'rangeTemplatesApi.list': list,
      'rangeTemplatesApi.get': onTemplate,
      'rangeTemplatesApi.create': () => ({
        body: { name: fresh('Şablon'), active: true, delay_seconds: 5, ranges: { ph: { min: 7, max: 8 } } },
      }),
      'rangeTemplatesApi.update': () => ({ ...onTemplate(), body: { name: fresh('Şablon') } }),
      'rangeTemplatesApi.preview': () => ({ ...onTemplate(), body: { ranges: { ph: { min: 7, max: 8 } } } }),
      'rangeTemplatesApi.versions': onTemplate,
      'rangeTemplatesApi.remove': () => on(doomed.template),
      'rehearsalApi.history': onTemplate,
      'rehearsalApi.rehearse': () => ({ ...onTemplate(), body: { metric: 'ph', min: 7, max: 8, delay_seconds: 60 } }),
      'measurementsApi.furtherMetrics': nothing,
      'measurementsApi.list': list,
      'measurementsApi.tankList': () => ({ ...onTank(), ...list() }),
      'measurementsApi.tankSeries': () => ({ ...onTank(), query: { metrics: 'ph' } }),
      'measurementsApi.export': () => ({ query: { format: 'xlsx', locale: 'tr' } }),
      'measurementsApi.tankExport': () => ({ ...onTank(), query: { format: 'csv' } }),
      'measurementsApi.tankSources': onTank,
      'measurementsApi.tankStats': () => ({ ...onTank(), query: { metrics: 'ph' } }),
      'measurementsApi.enter': () => ({
        ...onTank(),
        body: { ph: 7.9, measured_at: new Date(clock.now() - (made += 1) * 1000).toISOString() },
      }),
      'terminalTrafficApi.get': onTerminal,
      'exploreApi.dayPattern': () => ({
        query: { tank_id: String(tank.id), metric: 'ph', time_zone: 'Europe/Berlin' },
      }),
      'exploreApi.compare': () => ({
        query: { tank_ids: String(tank.id), metric: 'ph', points: '100', against: 'firm' },
      }),
      'exploreApi.scatter': () => ({
        query: { tank_id: String(tank.id), other_tank_id: String(tank.id), x: 'ph', y: 'orp', lag_minutes: '15' },
      }),
      'diagnosisApi.get': onTerminal,
      'diagnosisApi.health': onTerminal,
      'diagnosisApi.listen': onTerminal,
      'keyProfilesApi.list': list,
      'keyProfilesApi.get': () => on(keyProfile),
      'keyProfilesApi.create': () => ({ body: { name: fresh('Profil'), map: NAMES, iot_ids: [profiled.id] } }),
      'keyProfilesApi.update': () => ({ ...on(keyProfile), body: { name: fresh('Profil'), map: NAMES } }),
      'keyProfilesApi.addNames': () => ({ ...on(keyProfile), body: { map: NAMES, iot_ids: [terminal.id] } }),
      'keyProfilesApi.remove': () => on(leavingKeyProfile),
      'diagnosisApi.saveKeyMap': () => ({
        ...onTerminal(),
        body: { map: NAMES },
      }),
      'measurementsApi.terminalSeries': () => ({ ...onTerminal(), query: { metrics: 'ph' } }),
      'alarmsApi.list': list,
      'alarmsApi.get': () => on(alarm),
      'alarmsApi.export': () => ({ query: { status: 'all', locale: 'tr' } }),
      'alarmsApi.occurrences': () => on(alarm),
      'alarmsApi.acknowledge': () => ({ params: { id: String(alarm.id) }, body: { note: 'görüldü' } }),
      'alarmsApi.acknowledgeMany': () => ({ body: { ids: [alarm.id], note: 'görüldü' } }),
      'alarmsApi.shelve': () => ({ ...on(alarm), body: { minutes: 15, reason: 'Sensör temizliği' } }),
      'alarmsApi.unshelve': () => on(alarm),
      'incidentsApi.list': list,
      'incidentsApi.get': () => on(incident),
      'incidentsApi.timeline': () => on(incident),
      'incidentsApi.acknowledge': () => ({ ...on(incident), body: { note: 'görüldü' } }),
      'incidentsApi.shelve': () => ({ ...on(incident), body: { minutes: 15, reason: 'Sensör temizliği' } }),
      'alarmStatisticsApi.summary': () => ({ query: { firm_id: String(ownFirm.id) } }),
      'alarmStatisticsApi.list': () => ({ query: { ...list().query, by: 'tank' } }),
      'alarmStatisticsApi.performance': () => ({ query: { firm_id: String(ownFirm.id) } }),
      'notificationsApi.list': () => ({ query: { ...list().query, unread: '1' } }),
      'notificationsApi.read': () => ({ body: { up_to_id: 1 } }),
      'notificationsApi.preferences': nothing,
      'notificationsApi.setPreferences': () => ({
        body: {
          channels: { critical: ['app', 'mail'], warning: ['app'], info: [] },
          quiet_hours: { from: '22:00', to: '06:30', time_zone: 'Europe/Istanbul' },
          all_firms: false,
        },
      }),
      'notificationsApi.test': () => ({ body: { channel: 'app' } }),
      'pushApi.key': nothing,
      'pushApi.subscribe': () => ({ body: pushSubscription(fresh('push')) }),
      'pushApi.unsubscribe': () => ({ body: { endpoint: 'https://push.example.org/gone' } }),
      'onCallApi.get': onFirm,
      'onCallApi.set': () => ({ ...onFirm(), body: { data: [{ user_id: onDuty.id, delay_minutes: 0 }] } }),
      'onCallApi.candidates': onFirm,
      'webhooksApi.list': () => ({ query: { ...list().query, filter_firm_id: String(ownFirm.id) } }),
      'webhooksApi.get': () => on(webhook),
      'webhooksApi.create': () => ({
        body: {
          firm_id: ownFirm.id,
          url: 'https://gateway.example.org/call',
          events: ['alarm.raised'],
          template: '{{text}}',
        },
      }),
      'webhooksApi.update': () => ({ ...on(webhook), body: { active: false } }),
      'webhooksApi.remove': () => on(leavingWebhook),
      'webhooksApi.test': () => on(webhook),
      'webhooksApi.renewSecret': () => on(webhook),
      'webhooksApi.deliveries': () => ({ ...on(webhook), ...list() }),
      'webhooksApi.preview': () => ({ body: { template: '{"text": "{{text}}"}' } }),
      'alarmLinksApi.show': () => ({ body: { token: link } }),
      'alarmLinksApi.acknowledge': () => ({ body: { token: link, note: 'görüldü' } }),
      'alarmLinksApi.endAll': nothing,
      'displayLinksApi.list': list,
      'displayLinksApi.create': () => ({ body: { name: 'Salon B ekranı', firm_id: ownFirm.id } }),
      'displayLinksApi.remove': () => on(leavingDisplay),
      'sharedTankApi.get': nothing,
      'sharedTankApi.series': nothing,
      'integrationsApi.list': list,
      'integrationsApi.create': () => ({ body: { kind: 'chirpstack', name: 'Çiftlik ağı', firm_id: ownFirm.id } }),
      'integrationsApi.remove': () => on(leavingIntegration),
      'ordersApi.list': list,
      'ordersApi.get': () => on(order),
      'ordersApi.products': nothing,
      'ordersApi.origins': () => on(order),
      'ordersApi.recordLinks': () => on(recordedOrder),
      'originRecordsApi.open': () => ({ body: { token: recordToken } }),
      'ordersApi.create': () => ({ body: { firm_id: ownFirm.id, items, note: 'Sabah teslim' } }),
      'ordersApi.update': () => ({ ...on(order), body: { status: 'confirmed', items } }),
      'pointsApi.list': () => ({ query: { filter_firm_id: String(ownFirm.id) } }),
      'handoversApi.shift': nothing,
      'handoversApi.list': list,
      'handoversApi.create': () => ({ body: { to_user_id: onDuty.id, note: 'sakin', moves_on_call: false } }),
      'handoversApi.take': () => on(handover),
      'handoversApi.addNote': () => ({ ...on(handover), body: { note: 'Sigorta değişti.' } }),
      'homeApi.home': nothing,
      'homeApi.now': nothing,
      'planApi.get': nothing,
      'planApi.picture': () => ({ query: { firm_id: String(ownFirm.id) } }),
      'planApi.setPicture': () => ({
        body: { firm_id: planFirm.id, image: pngOf(64, 64).toString('base64') },
      }),
      'planApi.place': () => ({ body: { firm_id: ownFirm.id, positions: [{ tank_id: tank.id, x: 0.5, y: 0.25 }] } }),
      'planApi.remove': () => ({ query: { firm_id: String(planFirm.id) } }),
      'wallApi.get': () => ({ query: { tank_ids: String(tank.id) } }),
      'dashboardApi.stats': nothing,
      'dashboardApi.summary': nothing,
      'dashboardApi.systemMetrics': nothing,
      'dashboardApi.silentTerminals': nothing,
      'logsApi.server': list,
      'logsApi.exportTerminals': nothing,
      'logsApi.exportTanks': nothing,
      'logsApi.exportServer': nothing,
      'logsApi.audit': list,
      'logsApi.exportAudit': nothing,
      'logsApi.terminals': list,
      'logsApi.terminal': () => ({ ...onTerminal(), ...list() }),
      'logsApi.tanks': list,
      'logsApi.tank': () => ({ ...onTank(), ...list() }),
      'deviceApi.measurements': () => ({ body: { ph: 9.9, tank_temperature: 18 } }),
      'deviceApi.lorawan': () => ({
        query: { event: 'up' },
        body: chirpstackUp(DEVICE_EUI, instantAt(clock.now()), { ph: 9.9, probe: { temp: 184 } }),
      }),
      'deviceApi.thingsboard': () => ({ params: { key: 'an-unknown-key' }, body: { ph: 9.9 } }),
      'brokerApi.authenticate': () => ({ body: { username: terminal.code, password: terminal.key, clientid: 'x' } }),
      'brokerApi.authorize': () => ({
        body: { username: terminal.code, topic: measurementsTopic(terminal.code), action: 'publish' },
      }),
    },
  }
}

/** The bearer of a call that another system makes; undefined: a user makes it. */
export function machineToken(name: string, { deviceToken, integrationSecret }: SampleCalls): string | undefined {
  if (name === 'deviceApi.lorawan') return integrationSecret
  if (name.startsWith('deviceApi.')) return deviceToken
  return name.startsWith('brokerApi.') ? BROKER_SECRET : undefined
}

/** Shaped as a browser's answer, and signed by nobody. */
const NO_CREDENTIAL = { id: 'AAAA', type: 'public-key', response: { clientDataJSON: 'e30' } }

function pushSubscription(name: string) {
  return { endpoint: `https://push.example.org/${name}`, keys: browserKeys() }
}
