import { isErrorCode } from '@dalyan/contracts/errors'
import type { Endpoint } from '@dalyan/contracts/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyEndpoint } from './every-endpoint.ts'
import { makeSampleCalls, type SampleCalls } from './sample-calls.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/** The callers in the order of the table's columns. `own`: of the firm to which the tank belongs. */
const CALLERS = [
  'visitor',
  'customer, own firm',
  'customer, foreign firm',
  'customer, no firm',
  'operator, own firm',
  'operator, foreign firm',
  'admin',
  "a terminal's key as bearer",
] as const
type CallerName = (typeof CALLERS)[number]
/** The status of the answer; for a page also whether it contains records (`some`) or not (`none`). */
type ExpectedStatus = number | `${number} ${'some' | 'none'}`
type AccessRow = readonly [
  ExpectedStatus,
  ExpectedStatus,
  ExpectedStatus,
  ExpectedStatus,
  ExpectedStatus,
  ExpectedStatus,
  ExpectedStatus,
  ExpectedStatus,
]

const open = (all: ExpectedStatus): AccessRow => [all, all, all, all, all, all, all, all]
const signedIn = (all: ExpectedStatus): AccessRow => [401, all, all, all, all, all, all, 401]
const admins = (good: ExpectedStatus): AccessRow => [401, 403, 403, 403, 403, 403, good, 401]
/** Every user of the firm; for other users the record does not exist. */
const ofTheFirm = (good: ExpectedStatus): AccessRow => [401, good, 404, 404, good, 404, good, 401]
const operators = (good: ExpectedStatus): AccessRow => [401, 403, 403, 403, good, 404, good, 401]
const pageOfTheFirm: AccessRow = [401, '200 some', '200 none', '200 none', '200 some', '200 none', '200 some', 401]
const devices = (good: ExpectedStatus): AccessRow => [401, 401, 401, 401, 401, 401, 401, good]

/** The table of rights (docs/behaviour/sessions.md). Answers to a wrong password or body count as permitted. */
const TABLE: Record<string, AccessRow> = {
  'systemApi.healthz': open(200),
  'systemApi.metrics': open(200),
  'systemApi.readyz': open(503),
  'brandingApi.config': open(200),
  // The product has its own logo.
  'brandingApi.logo': open(404),
  'brandingApi.update': admins(200),
  'brandingApi.reset': admins(204),
  'brandingApi.setLogo': admins(200),
  'brandingApi.removeLogo': admins(204),
  'sessionsApi.list': signedIn('200 some'),
  // The session of another user.
  'sessionsApi.end': signedIn(404),
  'sessionsApi.endOthers': signedIn(204),
  'settingsApi.selfSignup': open(200),
  'settingsApi.system': open(200),
  'settingsApi.mail': open(200),
  'settingsApi.altitude': signedIn(200),
  'authApi.csrfCookie': open(204),
  'authApi.login': open(401),
  'authApi.register': open(403),
  'authApi.logout': signedIn(204),
  'authApi.me': signedIn(200),
  'authApi.changePassword': signedIn(422),
  'authApi.updateTheme': signedIn(200),
  'authApi.updateLocale': signedIn(200),
  // Without a mail server, and with an invalid link.
  'authApi.forgotPassword': open(409),
  'authApi.checkPasswordReset': open(404),
  'authApi.resetPassword': open(404),
  'authApi.askEmailConfirmation': signedIn(409),
  'authApi.confirmEmail': open(404),
  'passkeysApi.list': signedIn('200 none'),
  'passkeysApi.begin': signedIn(200),
  // With a wrong password, the passkey of another user, and an answer to no challenge.
  'passkeysApi.create': signedIn(422),
  'passkeysApi.remove': signedIn(404),
  'passkeysApi.beginLogin': open(200),
  'passkeysApi.login': open(401),
  'settingsApi.adminSelfSignup': admins(200),
  'settingsApi.setSelfSignup': admins(200),
  'settingsApi.adminSystem': admins(200),
  'settingsApi.updateSystem': admins(200),
  'settingsApi.setSystemName': admins(200),
  'settingsApi.setSystemTitle': admins(200),
  'settingsApi.terminalCommLogging': admins(200),
  'settingsApi.setTerminalCommLogging': admins(200),
  'measurementStorageApi.summary': admins(200),
  'usersApi.list': admins('200 some'),
  'usersApi.roles': admins('200 some'),
  'usersApi.get': admins(200),
  'usersApi.create': admins(201),
  'usersApi.update': admins(200),
  'usersApi.remove': admins(204),
  'firmsApi.list': admins('200 some'),
  'firmsApi.get': admins(200),
  'firmsApi.create': admins(201),
  'firmsApi.update': admins(200),
  'firmsApi.remove': admins(204),
  'firmsApi.restore': admins(200),
  'tanksApi.list': pageOfTheFirm,
  'tanksApi.get': ofTheFirm(200),
  'tanksApi.latest': [401, '200 some', 404, 404, '200 some', 404, '200 some', 401],
  'tanksApi.neighbours': ofTheFirm(200),
  'tanksApi.create': admins(201),
  'tanksApi.createFromFile': admins(201),
  'tanksApi.update': operators(200),
  'tanksApi.remove': admins(204),
  'tanksApi.restore': admins(200),
  'tankModesApi.start': operators(201),
  'tankModesApi.end': operators(204),
  'tankModesApi.spans': ofTheFirm('200 some'),
  'forewarningsApi.ofTank': ofTheFirm('200 none'),
  'journalApi.list': pageOfTheFirm,
  'calibrationsApi.list': pageOfTheFirm,
  'calibrationsApi.write': [401, 403, 403, 403, 201, 422, 201, 401],
  'journalApi.write': [401, 403, 403, 403, 201, 422, 201, 401],
  'journalApi.last': pageOfTheFirm,
  'journalApi.sums': pageOfTheFirm,
  'journalApi.authors': pageOfTheFirm,
  'journalApi.export': signedIn(200),
  'reportsApi.list': ofTheFirm(200),
  'reportsApi.get': ofTheFirm(200),
  'reportsApi.file': ofTheFirm(200),
  'terminalsApi.list': [401, 403, 403, 403, '200 some', '200 none', '200 some', 401],
  'terminalsApi.get': operators(200),
  'terminalsApi.create': admins(201),
  'terminalsApi.createFromFile': admins(201),
  'terminalsApi.update': admins(200),
  'terminalsApi.remove': admins(204),
  'terminalsApi.restore': admins(200),
  'terminalsApi.rotateKey': admins(200),
  'terminalsApi.deviceAddress': admins(200),
  'terminalsApi.removeWaiting': admins(204),
  'terminalsApi.enrolment': admins(200),
  'terminalsApi.enrol': admins(200),
  'rangeTemplatesApi.list': admins('200 some'),
  'rangeTemplatesApi.get': admins(200),
  'rangeTemplatesApi.create': admins(201),
  'rangeTemplatesApi.update': admins(200),
  'rangeTemplatesApi.preview': admins(200),
  'rangeTemplatesApi.versions': admins('200 some'),
  'rangeTemplatesApi.remove': admins(204),
  'rehearsalApi.history': admins(200),
  'rehearsalApi.rehearse': admins(200),
  'measurementsApi.furtherMetrics': signedIn('200 none'),
  'measurementsApi.list': pageOfTheFirm,
  'measurementsApi.tankList': [401, '200 some', 404, 404, '200 some', 404, '200 some', 401],
  'measurementsApi.export': signedIn(200),
  'measurementsApi.tankExport': ofTheFirm(200),
  'measurementsApi.tankSeries': ofTheFirm(200),
  'measurementsApi.tankSources': ofTheFirm('200 some'),
  'measurementsApi.tankStats': ofTheFirm(200),
  'measurementsApi.enter': operators(201),
  'measurementsApi.terminalSeries': admins(200),
  'exploreApi.scatter': ofTheFirm(200),
  'exploreApi.dayPattern': ofTheFirm(200),
  'exploreApi.compare': ofTheFirm(200),
  'terminalTrafficApi.get': admins(200),
  'diagnosisApi.get': operators(200),
  'diagnosisApi.health': operators(200),
  'diagnosisApi.listen': admins(200),
  'diagnosisApi.saveKeyMap': admins(200),
  // Other firms use none of the profiles.
  'keyProfilesApi.list': [401, 403, 403, 403, '200 some', '200 none', '200 some', 401],
  'keyProfilesApi.get': operators(200),
  'keyProfilesApi.create': admins(201),
  'keyProfilesApi.update': admins(200),
  'keyProfilesApi.addNames': admins(200),
  'keyProfilesApi.remove': admins(204),
  'alarmsApi.list': pageOfTheFirm,
  'alarmsApi.get': ofTheFirm(200),
  'alarmsApi.export': signedIn(200),
  'alarmsApi.occurrences': ofTheFirm('200 some'),
  'alarmsApi.acknowledge': operators(200),
  // Foreign alarms are skipped and named.
  'alarmsApi.acknowledgeMany': [401, 403, 403, 403, '200 some', '200 none', '200 some', 401],
  'alarmsApi.shelve': operators(200),
  'alarmsApi.unshelve': operators(200),
  'incidentsApi.list': pageOfTheFirm,
  'incidentsApi.get': ofTheFirm(200),
  'incidentsApi.timeline': operators(200),
  'incidentsApi.acknowledge': operators(200),
  'incidentsApi.shelve': operators(200),
  'alarmStatisticsApi.summary': signedIn(200),
  'alarmStatisticsApi.list': pageOfTheFirm,
  'alarmStatisticsApi.performance': signedIn(200),
  'notificationsApi.list': signedIn('200 none'),
  'notificationsApi.read': signedIn(200),
  'notificationsApi.preferences': signedIn(200),
  'notificationsApi.setPreferences': signedIn(200),
  'notificationsApi.test': signedIn(200),
  'pushApi.key': signedIn(200),
  'pushApi.subscribe': signedIn(201),
  'pushApi.unsubscribe': signedIn(204),
  'onCallApi.get': [401, 403, 403, 403, '200 some', 404, '200 some', 401],
  'onCallApi.set': admins('200 some'),
  'onCallApi.candidates': admins('200 some'),
  'webhooksApi.list': admins('200 some'),
  'webhooksApi.get': admins(200),
  'webhooksApi.create': admins(201),
  'webhooksApi.update': admins(200),
  'webhooksApi.remove': admins(204),
  // To an address without a server.
  'webhooksApi.test': admins(502),
  'webhooksApi.renewSecret': admins(200),
  'webhooksApi.deliveries': admins('200 some'),
  'webhooksApi.preview': admins(200),
  'alarmLinksApi.show': open(200),
  'alarmLinksApi.acknowledge': open(200),
  // Last, because it ends the link that the others show.
  'alarmLinksApi.endAll': admins(204),
  'displayLinksApi.list': admins('200 some'),
  'displayLinksApi.create': admins(201),
  'displayLinksApi.remove': admins(204),
  // No session opens it, only the link of a tank.
  'sharedTankApi.get': open(401),
  'sharedTankApi.series': open(401),
  'integrationsApi.list': admins('200 some'),
  'integrationsApi.create': admins(201),
  'integrationsApi.remove': admins(204),
  'ordersApi.list': pageOfTheFirm,
  'ordersApi.get': ofTheFirm(200),
  'ordersApi.products': [401, '200 some', '200 none', '200 none', '200 some', '200 none', '200 none', 401],
  // The tank is of the own firm.
  'ordersApi.origins': [401, '200 some', 404, 404, '200 some', 404, '200 some', 401],
  'ordersApi.recordLinks': [401, '200 some', 404, 404, '200 some', 404, '200 some', 401],
  // With the code of an item; whoever scans it needs no session.
  'originRecordsApi.open': open(200),
  'ordersApi.create': [401, 201, 201, 422, 201, 201, 201, 401],
  'ordersApi.update': admins(200),
  'pointsApi.list': signedIn('200 none'),
  'homeApi.home': signedIn(200),
  'handoversApi.shift': [401, 403, 403, 403, 200, 200, 200, 401],
  'handoversApi.list': [401, 403, 403, 403, '200 some', '200 none', '200 some', 401],
  'handoversApi.create': [401, 403, 403, 403, 201, 422, 201, 401],
  // It names another user; its own taker is tested in handovers.api.test.ts.
  'handoversApi.take': [401, 403, 403, 403, 403, 404, 403, 401],
  'handoversApi.addNote': [401, 403, 403, 403, 201, 404, 201, 401],
  'homeApi.now': [401, 403, 403, 403, 200, 200, 200, 401],
  'wallApi.get': signedIn(200),
  'planApi.get': signedIn(200),
  'planApi.picture': ofTheFirm(200),
  'planApi.setPicture': admins(200),
  'planApi.place': admins(200),
  'planApi.remove': admins(204),
  'dashboardApi.stats': admins(200),
  'dashboardApi.summary': admins(200),
  'dashboardApi.systemMetrics': admins(200),
  'dashboardApi.silentTerminals': admins('200 none'),
  'logsApi.server': admins('200 none'),
  'logsApi.exportTerminals': admins(200),
  'logsApi.exportTanks': admins(200),
  'logsApi.exportServer': admins(200),
  'logsApi.audit': admins('200 some'),
  'logsApi.exportAudit': admins(200),
  'logsApi.terminals': admins('200 some'),
  'logsApi.terminal': admins('200 some'),
  'logsApi.tanks': admins('200 some'),
  'logsApi.tank': [401, 403, 403, 403, '200 some', 404, '200 some', 401],
  'deviceApi.measurements': devices(201),
  'deviceApi.thingsboard': devices(200),
  // A network server shows the secret of an integration.
  'deviceApi.lorawan': open(401),
  // A broker shows a secret of its own.
  'brokerApi.authenticate': open(401),
  'brokerApi.authorize': open(401),
}

const endpoints = await everyEndpoint()
let t: TestApp
let calls: SampleCalls
let foreignFirm: number

beforeAll(async () => {
  t = await startTestApp()
  calls = await makeSampleCalls(t)
  foreignFirm = (await t.given.firm()).id
})
afterAll(() => t.close())

test('every endpoint has a row in the table of rights, and every row an endpoint', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual([...endpoints.keys()].toSorted())
  expect(Object.keys(calls.of).toSorted()).toEqual([...endpoints.keys()].toSorted())
})

test('the served calls are those in openapi.json and in the contract', async () => {
  const described = await t.app.server.inject('/api/openapi.json')
  const { paths } = described.json<{ paths: Record<string, Record<string, { security?: unknown }>> }>()
  const listed = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, { security }]) => [`${verb.toUpperCase()} ${path}`, security !== undefined]),
  )
  const named = [...endpoints].map(([name, { method, path }]) => [
    `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    // A device, a broker and the link of a tank have secrets of their own, not a user's bearer.
    TABLE[name]?.[0] === 401 && !/^(deviceApi|brokerApi|sharedTankApi)|\.login$/.test(name),
  ])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(named))
})

describe.each([...endpoints])('%s', (name, endpoint) => {
  test.each(CALLERS.map((caller, column) => [caller, TABLE[name]?.[column]]))('%s: %s', async (caller, expected) => {
    expect(await answerTo(caller as CallerName, name, endpoint)).toBe(expected)
  })
})

/** A new caller each time, because some calls end the session. */
async function tokenOf(caller: CallerName): Promise<string> {
  if (caller === 'visitor') return ''
  if (caller === "a terminal's key as bearer") return calls.deviceToken
  const [role, firm] = caller.split(', ') as ['customer' | 'operator' | 'admin', string | undefined]
  const firm_id = firm === 'own firm' ? t.ownFirm.id : firm === 'foreign firm' ? foreignFirm : null
  return (await t.someone({ role, firm_id })).token
}

async function answerTo(caller: CallerName, name: string, endpoint: Endpoint): Promise<ExpectedStatus> {
  const { params = {}, query = {}, body } = calls.of[name]?.() ?? {}
  // The only call with its key in the path.
  if (name === 'deviceApi.thingsboard' && caller === "a terminal's key as bearer") params['key'] = calls.deviceKey
  const token = await tokenOf(caller)
  const reply = await t.app.server.inject({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(params[parameter] ?? '')),
    query,
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body }),
  })
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  const answer: unknown = isJson ? reply.json() : null
  if (reply.statusCode >= 400) expect(isErrorCode((answer as { code: string }).code)).toBe(true)
  const shown = (answer as { data?: unknown } | null)?.data
  return Array.isArray(shown) ? `${reply.statusCode} ${shown.length > 0 ? 'some' : 'none'}` : reply.statusCode
}
