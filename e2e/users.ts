import type { AnswerOf, Endpoint } from '@dalyan/contracts/endpoint'
import { authApi } from '@dalyan/contracts/auth'
import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { tanksApi } from '@dalyan/contracts/tanks'
import { deviceApi } from '@dalyan/contracts/device-messages'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { usersApi } from '@dalyan/contracts/users'
import { ADMIN, type Product } from './product.ts'

/** Calls the product as a user with a token. @throws Error with status and body when the answer is a refusal. */
export interface ProductUser {
  token: string
  call<E extends Endpoint>(endpoint: E, body?: unknown, id?: number): Promise<AnswerOf<E>>
}

/** Signs in by the API, as the first admin unless another user is named. */
export async function signIn(
  product: Pick<Product, 'page'>,
  who: { email: string; password: string } = ADMIN,
): Promise<ProductUser> {
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

const PASSWORD = 'Deniz-Kestanesi-7'

/** Creates an operator of a firm who may sign in. */
export async function newOperator(admin: ProductUser, firm_id: number, name: string) {
  const email = `${name.split(' ')[0]?.toLowerCase()}@example.org`
  const who = { name, email, roles: ['operator'], firm_id, password: PASSWORD }
  const { id } = await admin.call(usersApi.create, who)
  return { id, name, email, password: PASSWORD }
}

export interface WatchedTank {
  id: number
  code: string
  terminal: { id: number; code: string; key: string }
}

/** Creates an active tank with one terminal and its own template without alarm delays; without a firm unless one is named. */
export async function watchedTank(
  admin: ProductUser,
  code: string,
  firm_id: number | null = null,
): Promise<WatchedTank> {
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
    firm_id,
    status: 'active',
  })
  return { id: tank.id, code, terminal: { id: terminal.id, code: terminal.code, key: terminal.key } }
}

/** Sends a reading of the tank's terminal, measured now. @throws Error when it is refused */
export async function report({ page }: Pick<Product, 'page'>, tank: WatchedTank, values: Record<string, number>) {
  const { code, key } = tank.terminal
  const answer = await fetch(page + deviceApi.measurements.path, {
    method: deviceApi.measurements.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${code}:${key}` },
    body: JSON.stringify(values),
  })
  if (answer.status !== 201) throw new Error(`the reading was answered by ${answer.status}`)
}
