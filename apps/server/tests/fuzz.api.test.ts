import { isErrorCode } from '@dalyan/contracts/errors'
import type { Endpoint } from '@dalyan/contracts/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyEndpoint } from './every-endpoint.ts'
import { hostileJson, hostileTexts } from './hostile-values.ts'
import { machineToken, makeSampleCalls, type SampleCall, type SampleCalls } from './sample-calls.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const endpoints = await everyEndpoint()
let t: TestApp
let calls: SampleCalls
/** What the server logged, so that a failure shows its cause. */
let logged: string[] = []

beforeAll(async () => {
  t = await startTestApp({ INGEST_RATE: '0' }, (line) => logged.push(line))
  calls = await makeSampleCalls(t)
})
afterAll(() => t.close())

test.each([...endpoints])('%s refuses invalid values and never fails', async (name, endpoint) => {
  const attempts = withoutEqualRefusals(name, endpoint, [...attemptsAt(name, endpoint)])
  const broken: string[] = []
  logged = []
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let attempt = attempts.pop(); attempt; attempt = attempts.pop()) {
        const problem = await problemWith(name, endpoint, attempt)
        if (problem) broken.push(`${attempt.what}: ${problem}`)
      }
    }),
  )
  expect(broken).toEqual([])
})

interface Attempt {
  /** The value and its position. */
  what: string
  params: Record<string, string>
  query: Record<string, string>
  /** The raw text of the body; undefined: none. */
  body: string | undefined
}

/** Repeats the valid call with one value at a time replaced by a hostile one. */
function* attemptsAt(name: string, endpoint: Endpoint): Generator<Attempt> {
  const sample = (): Required<SampleCall> => ({ params: {}, query: {}, body: {}, ...calls.of[name]?.() })
  const hasBody = endpoint.body !== undefined
  const rawOf = (body: unknown) => (hasBody ? JSON.stringify(body) : undefined)
  const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 60)
  for (const field of namesOf(endpoint.params)) {
    for (const value of hostileTexts) {
      const { params, query, body } = sample()
      yield { what: `:${field} = ${shown(value)}`, params: { ...params, [field]: value }, query, body: rawOf(body) }
    }
  }
  for (const field of namesOf(endpoint.query)) {
    for (const value of hostileTexts) {
      const { params, query, body } = sample()
      yield { what: `?${field}=${shown(value)}`, params, query: { ...query, [field]: value }, body: rawOf(body) }
    }
  }
  if (!hasBody) return
  for (const path of pathsOf(sample().body, namesOf(endpoint.body))) {
    for (const value of hostileJson) {
      const { params, query, body } = sample()
      const raw = JSON.stringify(replaced(body, path, '@here@')).replace('"@here@"', () => value)
      yield { what: `${path.join('.')} = ${value.slice(0, 60)}`, params, query, body: raw }
    }
  }
  for (const raw of [...hostileJson, '', '{', '{"a":', '[[[[', '{"a":1}{"b":2}', '['.repeat(50_000)]) {
    const { params, query } = sample()
    yield { what: `body = ${raw.slice(0, 60)}`, params, query, body: raw }
  }
}

/** Of the attempts that the contract refuses for one reason, only the first: the server answers them alike, before its own code. */
function withoutEqualRefusals(name: string, endpoint: Endpoint, attempts: Attempt[]): Attempt[] {
  const known = new Set<string>()
  return attempts.filter((attempt) => {
    const reason = refusalOf(name, endpoint, attempt)
    if (reason === null) return true
    const isNew = !known.has(reason)
    known.add(reason)
    return isNew
  })
}

/** What the contract says against an attempt; null: nothing, or the attempt may be refused before the contract reads it. */
function refusalOf(name: string, endpoint: Endpoint, { params, query, body }: Attempt): string | null {
  if (name.startsWith('deviceApi.') || [...Object.values(params), ...Object.values(query)].some(isOddlyEncoded))
    return null
  let value: unknown
  try {
    value = body === undefined ? undefined : JSON.parse(body)
  } catch {
    return null
  }
  // The reader of JSON refuses these keys.
  if (body !== undefined && /__proto__|constructor/.test(body)) return null
  const issues = [
    endpoint.params?.safeParse(params).error?.issues,
    endpoint.query?.safeParse(query).error?.issues,
    endpoint.body?.safeParse(value).error?.issues,
  ]
  return issues.some((found) => found !== undefined) ? JSON.stringify(issues) : null
}

/** The fields of a shape; none when it is not an object. */
function namesOf(shape: Endpoint['body']): string[] {
  const definition = shape?.def as { innerType?: unknown } | undefined
  const inner = (definition?.innerType ?? shape) as { shape?: object } | undefined
  return Object.keys(inner?.shape ?? {})
}

/** The paths of all values of the body: those of the shape, and deeper ones of the sample. */
function pathsOf(body: unknown, named: readonly string[] = []): string[][] {
  const own = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : []
  return [...new Set([...named, ...own])].flatMap((key) => [
    [key],
    ...pathsOf((body as Record<string, unknown>)[key]).map((path) => [key, ...path]),
  ])
}

function replaced(body: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  const here = body as Record<string, unknown>
  return { ...here, [key]: rest.length === 0 ? value : replaced(here[key], rest, value) }
}

/** Describes what is wrong with the answer; null: it is correct. */
async function problemWith(name: string, endpoint: Endpoint, { params, query, body }: Attempt): Promise<string | null> {
  // Some of these calls end sessions.
  const userToken = name === 'authApi.logout' ? (await t.someone({ role: 'admin' })).token : t.as.admin.token
  const token = machineToken(name, calls) ?? userToken
  const reply = await t.app.server.inject({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/:(\w+)/g, (_, parameter: string) => percent(params[parameter] ?? '')),
    query: Object.entries(query)
      .map(([field, value]) => `${field}=${percent(value)}`)
      .join('&'),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  const isAway = name === 'systemApi.readyz' && reply.statusCode === 503
  if (reply.statusCode >= 500 && !isAway) return `${reply.statusCode} ${reply.body} ${causes()}`
  if (reply.statusCode < 400) return null
  const answer = reply.json<{ code?: string; error?: unknown }>()
  if ('error' in answer) return `an error key: ${reply.body}`
  return isErrorCode(answer.code ?? '') ? null : `an unknown code: ${reply.body}`
}

/** The warnings and errors logged since the test began. */
function causes(): string {
  return logged.filter((line) => /"level":(?:40|50)\b/.test(line)).join('')
}

/** Encodes as a hostile client does: a lone surrogate becomes invalid UTF-8, and encoded text is unchanged. */
function percent(text: string): string {
  if (!isOddlyEncoded(text)) return encodeURIComponent(text)
  return text.isWellFormed() ? text : '%ED%A0%80'
}

/** Whether the server reads another text than this one. */
function isOddlyEncoded(text: string): boolean {
  return !text.isWellFormed() || /^(?:%[0-9a-z]{2})+$/i.test(text)
}
