import { expect, onTestFinished, test } from 'vitest'
import { startI18n } from './start-i18n.ts'

test('in a browser whose language is no language tag, charts can be loaded', async () => {
  Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'language'))
  startI18n()
  expect(navigator.language).toBe('tr-TR')
  await expect(import('uplot')).resolves.toHaveProperty('default')
})
