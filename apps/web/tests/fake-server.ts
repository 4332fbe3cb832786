import { alarmsApi } from '@dalyan/contracts/alarms'
import { authApi, sessionsApi } from '@dalyan/contracts/auth'
import { brandingApi } from '@dalyan/contracts/branding'
import { calibrationsApi } from '@dalyan/contracts/calibrations'
import { DALYAN } from '@dalyan/contracts/own-brand'
import type { AnswerOf, Endpoint } from '@dalyan/contracts/endpoint'
import { errorText, type ErrorCode } from '@dalyan/contracts/errors'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { forewarningsApi } from '@dalyan/contracts/forewarnings'
import { homeApi } from '@dalyan/contracts/home'
import { firmsApi } from '@dalyan/contracts/firms'
import { DEFAULT_CHANNELS, notificationsApi, onCallApi } from '@dalyan/contracts/notifications'
import { passkeysApi } from '@dalyan/contracts/passkeys'
import { keyProfilesApi } from '@dalyan/contracts/key-profiles'
import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { rehearsalApi } from '@dalyan/contracts/rehearsal'
import { settingsApi } from '@dalyan/contracts/settings'
import { journalApi } from '@dalyan/contracts/journal'
import { reportsApi } from '@dalyan/contracts/reports'
import { tankModesApi } from '@dalyan/contracts/tank-modes'
import { tanksApi } from '@dalyan/contracts/tanks'
import { wallApi } from '@dalyan/contracts/wall'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { given } from './given.ts'

const methods = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete }

/** A request of the page. */
export interface AskedCall {
  url: URL
  headers: Headers
  body: unknown
}

type Answer<E extends Endpoint> = (asked: AskedCall) => AnswerOf<E>

function isAnswer<E extends Endpoint>(reply: AnswerOf<E> | Answer<E>): reply is Answer<E> {
  return typeof reply === 'function'
}

/** Answers an endpoint with the shape of the contract. */
export function answers<E extends Endpoint>(endpoint: E, reply: AnswerOf<E> | Answer<E>) {
  return methods[endpoint.method](`*${endpoint.path}`, async ({ request }) => {
    const text = await request.text()
    const url = new URL(request.url)
    if (!takesQuery(endpoint, url)) return HttpResponse.json({ code: 'invalid' }, { status: 422 })
    const asked = {
      url,
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    const body = isAnswer<E>(reply) ? reply(asked) : reply
    return body === undefined
      ? new HttpResponse(null, { status: endpoint.status })
      : HttpResponse.json(body as object, { status: endpoint.status })
  })
}

/** Answers an endpoint like `answers`, from now on. @returns the requests, each as it arrives */
export function recorded<E extends Endpoint>(endpoint: E, reply: AnswerOf<E> | Answer<E>): AskedCall[] {
  const requests: AskedCall[] = []
  server.use(
    answers(endpoint, (asked: AskedCall) => {
      requests.push(asked)
      return isAnswer<E>(reply) ? reply(asked) : reply
    }),
  )
  return requests
}

/** Queries that the server would have refused; a test that leaves one fails. */
export const refusedQueries: string[] = []

function takesQuery({ path, query }: Endpoint, { search, searchParams }: URL): boolean {
  const isTaken = query?.safeParse(Object.fromEntries(searchParams)).success ?? true
  if (!isTaken) refusedQueries.push(`${path}${search}`)
  return isTaken
}

/** Refuses an endpoint as the server does. */
export function refuses(endpoint: Endpoint, status: number, code: ErrorCode, errors?: Record<string, string[]>) {
  return methods[endpoint.method](`*${endpoint.path}`, () =>
    HttpResponse.json({ message: errorText(code, 'tr'), code, ...(errors ? { errors } : {}) }, { status }),
  )
}

/** The answers that every page needs; a test adds others by `server.use(…)`. */
export const server = setupServer(
  answers(settingsApi.system, { system_name: 'Ege%20Tank%20%C4%B0zleme', system_title: 'Ege%20Tank' }),
  answers(brandingApi.config, { success: true, data: { ...DALYAN, domain: { apiUrl: 'https://dalyan.example' } } }),
  answers(settingsApi.selfSignup, { enabled: false }),
  answers(settingsApi.mail, { enabled: false }),
  answers(authApi.csrfCookie, undefined),
  answers(authApi.logout, undefined),
  answers(authApi.updateLocale, { locale: 'tr' }),
  // The tank list's filters, for administrators.
  answers(firmsApi.list, { data: [], total: 0, current_page: 1, last_page: 1, per_page: 200 }),
  answers(rangeTemplatesApi.list, { data: [], total: 0, current_page: 1, last_page: 1, per_page: 200 }),
  answers(rehearsalApi.history, {
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-31T00:00:00.000Z',
    bucket_seconds: 0,
    times: [],
    metrics: {},
  }),
  answers(rehearsalApi.rehearse, given.rehearsal()),
  answers(settingsApi.altitude, { metres: 0 }),
  answers(measurementsApi.furtherMetrics, { data: [] }),
  answers(keyProfilesApi.list, { data: [], total: 0, current_page: 1, last_page: 1, per_page: 200 }),
  answers(passkeysApi.list, { data: [] }),
  answers(homeApi.home, () => given.home()),
  answers(homeApi.now, () => given.now()),
  answers(wallApi.get, () => given.wall()),
  answers(tanksApi.neighbours, { previous: null, next: null, position: 1 }),
  answers(alarmsApi.list, { data: [], total: 0, current_page: 1, last_page: 1, per_page: 100 }),
  answers(tankModesApi.spans, { data: [] }),
  answers(forewarningsApi.ofTank, { data: [], records: [] }),
  answers(journalApi.list, { data: [], total: 0, current_page: 1, last_page: 1, per_page: 25 }),
  answers(reportsApi.list, { running: '2026-11', months: [] }),
  answers(calibrationsApi.list, { data: [], total: 0, current_page: 1, last_page: 1, per_page: 10 }),
  answers(sessionsApi.list, { data: [] }),
  answers(notificationsApi.list, { data: [], total: 0, current_page: 1, last_page: 1, per_page: 25, unread: 0 }),
  answers(onCallApi.get, { data: [] }),
  answers(notificationsApi.preferences, {
    channels: DEFAULT_CHANNELS,
    quiet_hours: null,
    all_firms: false,
    forewarnings: 'day',
    monthly_report: false,
    health: [],
    nobody_notified: false,
    unreached_firms: [],
  }),
)
