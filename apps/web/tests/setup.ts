import './quick-styles.ts'
import '@testing-library/jest-dom/vitest'
import { act, cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { isOnline } from '../src/shared/api/online.ts'
import { sessionToken } from '../src/shared/api/session-token.ts'
import { startI18n } from '../src/shared/i18n/start-i18n.ts'
import { chooseTheme } from '../src/shared/theme/theme-choice.ts'
import { forgetSockets } from './fake-socket.ts'
import { missingValuesIn } from './missing-values.ts'
import { refusedQueries, server } from './fake-server.ts'
import { setWidth } from './set-width.ts'

vi.mock('socket.io-client', () => import('./fake-socket.ts'))

startI18n()
// A browser prints only the type of an element; happy-dom prints its content, which is slow because Popper converts elements often.
Element.prototype.toString = () => '[object Element]'
// The first page of a file loads its code, which is slow on a busy machine.
configure({
  asyncUtilTimeout: 60_000,
  // A query that is tried again would print the whole page each time; its last failure prints it.
  getElementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: isTriedAgain } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean
    }
    const error = new Error(isTriedAgain ? (message ?? '') : `${message}\n\n${prettyDOM(container)}`)
    error.name = 'TestingLibraryElementError'
    return error
  },
})
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
// An administrator's first steps fetch five lists; tests of them remove this flag.
beforeEach(() => localStorage.setItem('first-steps', 'finished'))
afterEach(() => {
  // Files of a worker share the modules that know whether there is a network; some of them listen only while a page is there.
  if (!isOnline()) act(() => void window.dispatchEvent(new Event('online')))
  const values = [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value)
  const missing = missingValuesIn([document.body.innerHTML, ...values])
  cleanup()
  sessionToken.clear()
  sessionStorage.clear()
  // Files of a worker share the module that knows the theme.
  chooseTheme('light')
  setWidth(1024)
  localStorage.clear()
  server.resetHandlers()
  forgetSockets()
  delete window.__appReady
  expect(refusedQueries.splice(0)).toEqual([])
  expect(missing).toEqual([])
})
afterAll(async () => {
  // Files of a worker share its modules: an import that is still loading when its file ends would never end for the next one.
  await vi.dynamicImportSettled()
  server.close()
})
