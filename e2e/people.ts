import type { AnswerOf, Endpoint } from '@dalyan/contracts/endpoint'
import { authApi } from '@dalyan/contracts/auth'
import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { ADMIN, type Product } from './product.ts'

/** Calls the product as a person with a token. @throws Error with status and body when the answer is a refusal. */
export interface Person {
  token: string
  call<E extends Endpoint>(endpoint: E, body?: unknown, id?: number): Promise<AnswerOf<E>>
}

/** Signs in by the API; the first admin unless somebody else is named. */
export async function signIn(
  product: Pick<Product, 'page'>,
  who: { email: string; password: string } = ADMIN,
): Promise<Person> {
  const { token } = await send(product.page, authApi.login, who)
  return { token, call: (endpoint, body, id) => send(product.page, endpoint, body, { token, id }) }
}

async function send<E extends Endpoint>(
  page: string,
  endpoint: E,
  body: unknown,
  { token, id }: { token?: string; id?: number | undefined } = {},
): Promise<AnswerOf<E>> {
  const answer = await fetch(page + endpoint.path.replace(':id', String(id)), {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<E>
}

export interface WatchedTank {
  id: number
  code: string
  terminal: { id: number; code: string; key: string }
}

/** An active tank with one terminal and a template of its own, whose alarms come without a delay. */
export async function watchedTank(admin: Person, code: string): Promise<WatchedTank> {
  const terminal = await admin.call(terminalsApi.create, { code: `T-${code}` })
  const template = await admin.call(rangeTemplatesApi.create, {
    name: `Levrek ${code}`,
    delay_seconds: 0,
    ranges: { ph: { min: 7.5, max: 8.3, severity: 'critical' }, tank_temperature: { min: 16, max: 22 } },
  })
  const tank = await admin.call(tanksApi.create, {
    code,
    name: `Levrek larva ${code}`,
    iot_ids: [terminal.id],
    range_template_id: template.id,
    status: 'active',
  })
  return { id: tank.id, code, terminal: { id: terminal.id, code: terminal.code, key: terminal.key } }
}
