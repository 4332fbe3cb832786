import { alarmsApi } from '@dalyan/contracts/alarms'
import { brandingApi } from '@dalyan/contracts/branding'
import { dashboardApi } from '@dalyan/contracts/dashboard'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { onCluster, startProduct, type Product } from './product.ts'
import { report, signIn, watchedTank } from './users.ts'

const HOUR_MS = 3_600_000

let product: Product
beforeAll(async () => {
  product = await startProduct(inject('databaseUrl'))
})
afterAll(() => product?.discard())

test('a machine that starts with a clock an hour behind its readings still shows new ones and raises their alarms', async () => {
  const tank = await watchedTank(await signIn(product), 'TNK-001')
  await product.stop()
  // As if the product had run until an hour from now.
  await onCluster(product.databaseUrl, `update silence_heartbeat set beat_at = beat_at + interval '1 hour'`)
  product = await product.restart()
  await report(product, tank, { ph: 8 })
  product = await product.stop().then(product.restart)
  await report(product, tank, { ph: 9.9 })

  const admin = await signIn(product)
  const now = Date.now()
  const { last_measurement } = await admin.call(tanksApi.get, undefined, tank.id)
  expect(last_measurement?.ph?.value).toBe(9.9)
  expect(Date.parse(last_measurement?.ph?.measured_at ?? '')).toBeGreaterThan(now + 0.9 * HOUR_MS)
  expect(await admin.call(alarmsApi.list)).toMatchObject({ total: 1, data: [{ tank: { id: tank.id }, value: 9.9 }] })

  const { clock_behind_seconds } = await admin.call(dashboardApi.systemMetrics)
  expect(clock_behind_seconds).toBeGreaterThan(3_300)
  // Browsers show ages by the time of the answers.
  const { headers } = await fetch(`${product.page}${brandingApi.config.path}`)
  expect(Date.parse(headers.get('date') ?? '')).toBeGreaterThan(now + 0.9 * HOUR_MS)
})
