import { wallApi } from '@dalyan/contracts/wall'
import { act, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recorded, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const SECRET = 'k'.repeat(43)
const wall = given.wall({ tanks: [given.wallTank({ id: 1, code: 'LARVA-01' })] })
const isShown = (page: ReturnType<typeof renderApp>) => page.container.querySelector('[data-tank=LARVA-01]') !== null

beforeEach(() => void vi.stubGlobal('IntersectionObserver', undefined))
afterEach(() => vi.unstubAllGlobals())

test('a display link shows the overview without a session, and sends its secret in a header only', async () => {
  const asked = recorded(wallApi.get, wall)
  const page = renderApp(`/wall?v=display#${SECRET}`)
  await waitFor(() => expect(isShown(page)).toBe(true))
  expect(page.address()).toBe('/display')
  expect(asked[0]?.headers.get('x-display-link')).toBe(SECRET)
  expect(asked[0]?.headers.get('authorization')).toBeNull()
  expect(asked[0]?.url.href).not.toContain(SECRET)
  page.unmount()

  // After a restart of the browser, by the address without the secret.
  const again = renderApp('/wall?v=display')
  await waitFor(() => expect(isShown(again)).toBe(true))
  expect(asked.at(-1)?.headers.get('x-display-link')).toBe(SECRET)
})

test('a display link is opened by its own right also where a user is signed in', async () => {
  const asked = recorded(wallApi.get, wall)
  const page = renderApp(`/wall?v=display#${SECRET}`, { user: given.user() })
  await waitFor(() => expect(isShown(page)).toBe(true))
  expect(asked[0]?.headers.get('authorization')).toBeNull()
  page.unmount()
  // Without the secret the address is the user's own overview.
  const own = renderApp('/wall?v=display', { user: given.user() })
  await waitFor(() => expect(isShown(own)).toBe(true))
  expect(own.address()).toBe('/wall?v=display')
})

test('a revoked link shows no tank and says who creates a new one', async () => {
  recorded(wallApi.get, wall)
  const page = renderApp(`/wall?v=display#${SECRET}`)
  await waitFor(() => expect(isShown(page)).toBe(true))
  server.use(refuses(wallApi.get, 401, 'unauthenticated'))
  await act(() => page.cache.refetchQueries({ queryKey: ['display'] }))
  expect(await page.findByRole('heading', { name: 'Bu ekranın bağlantısı iptal edildi' })).toBeVisible()
  expect(isShown(page)).toBe(false)
  expect(localStorage.getItem('display-link')).toBeNull()
  page.unmount()
  const later = renderApp('/display')
  expect(await later.findByRole('heading', { name: 'Bu ekranın bağlantısı yok' })).toBeVisible()
  expect(later.getByRole('link', { name: 'Oturum aç' })).toHaveAttribute('href', '/')
})

test('while the server cannot be reached the last values stay, and come back by themselves', async () => {
  recorded(wallApi.get, wall)
  const page = renderApp(`/wall?v=display#${SECRET}`)
  await waitFor(() => expect(isShown(page)).toBe(true))
  server.use(http.get('*/api/wall', () => HttpResponse.error()))
  await act(() => page.cache.refetchQueries({ queryKey: ['display'] }))
  expect(isShown(page)).toBe(true)
  const next = { ...wall, tanks: [given.wallTank({ id: 2, code: 'LARVA-02' })] }
  recorded(wallApi.get, next)
  await act(() => page.cache.refetchQueries({ queryKey: ['display'] }))
  await waitFor(() => expect(page.container.querySelector('[data-tank=LARVA-02]')).not.toBeNull())
})
