import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { expect, test } from 'vitest'
import { answers, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const tankNamed = ({ url }: { url: URL }) =>
  given.page(url.searchParams.get('search') === 'tnk-02' ? [given.tank({ id: 20, code: 'TNK-020' })] : [given.tank()])

test('Ctrl K leads to a tank by its code', async () => {
  server.use(answers(tanksApi.list, tankNamed), answers(tanksApi.get, given.tank({ id: 20, code: 'TNK-020' })))
  const page = renderApp('/home', { user: given.user({ role: 'customer' }) })
  await page.findByRole('heading', { name: /Zeynep/ })
  await page.events.keyboard('{Control>}k{/Control}')
  await page.events.type(await page.findByRole('combobox', { name: 'Hızlı git' }), 'tnk-02')
  await page.findByRole('option', { name: /TNK-020/ })
  await page.events.keyboard('{Enter}')
  await expect.poll(page.address).toBe('/tanks/20')
  await expect.poll(() => page.queryByRole('combobox', { name: 'Hızlı git' })).toBeNull()
})

test('Ctrl K finds terminals for administrators, and Esc closes the search without a change', async () => {
  server.use(
    answers(tanksApi.list, given.page([])),
    answers(terminalsApi.list, given.pageOf([given.terminal({ code: 'T-0214' })])),
  )
  const page = renderApp('/home', { user: given.user() })
  await page.events.click(await page.findByRole('button', { name: 'Hızlı git Ctrl K' }))
  expect(await page.findByRole('option', { name: /T-0214/ })).toBeVisible()
  await page.events.keyboard('{Escape}')
  await expect.poll(() => page.queryByRole('combobox', { name: 'Hızlı git' })).toBeNull()
  expect(page.address()).toBe('/home')
})

test('the search of Ctrl K says when it finds nothing', async () => {
  server.use(answers(tanksApi.list, given.page([])))
  const page = renderApp('/home', { user: given.user({ role: 'customer' }) })
  await page.events.click(await page.findByRole('button', { name: 'Hızlı git Ctrl K' }))
  expect(await page.findByText('Eşleşen tank veya terminal yok')).toBeVisible()
})
