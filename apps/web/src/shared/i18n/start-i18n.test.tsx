import { act, render } from '@testing-library/react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addWords } from './add-words.ts'
import { startI18n } from './start-i18n.ts'

test('in a browser whose language is no language tag, charts can be loaded', async () => {
  Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'language'))
  startI18n()
  expect(navigator.language).toBe('tr-TR')
  await expect(import('uplot')).resolves.toHaveProperty('default')
})

test('what is on screen is not drawn again when the texts of code that is loaded later are added', () => {
  startI18n()
  const draw = vi.fn<(text: string) => void>()
  function Greeting() {
    draw(useTranslation().t('common.states.loading'))
    return null
  }
  render(<Greeting />)
  act(() => addWords({ journal: { title: 'Günlük' } }))
  expect(draw.mock.calls).toEqual([['Yükleniyor…']])
  expect(i18next.t('journal.title')).toBe('Günlük')
})
