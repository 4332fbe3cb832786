import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { sessionToken } from '../src/shared/api/session-token.ts'
import { startI18n } from '../src/shared/i18n/start-i18n.ts'
import { forgetSockets } from './fake-socket.ts'
import { refusedQueries, server } from './fake-server.ts'

vi.mock('socket.io-client', () => import('./fake-socket.ts'))

startI18n()
// A browser names the kind of element; happy-dom writes out all that is inside it, and Popper asks at every step.
Element.prototype.toString = () => '[object Element]'
// The first page of a file waits for its code, on a machine that may be busy.
configure({ asyncUtilTimeout: 20_000 })
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
// An administrator's first steps ask for five lists; who tests them says so.
beforeEach(() => localStorage.setItem('first-steps', 'finished'))
afterEach(() => {
  cleanup()
  sessionToken.clear()
  sessionStorage.clear()
  localStorage.clear()
  server.resetHandlers()
  forgetSockets()
  delete window.__appReady
  expect(refusedQueries.splice(0)).toEqual([])
})
afterAll(() => server.close())
