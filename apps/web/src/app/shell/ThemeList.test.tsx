import { authApi } from '@dalyan/contracts/auth'
import { THEMES, type ThemeName } from '@dalyan/contracts/themes'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'
import { chooseTheme } from '../../shared/theme/theme-choice.ts'

const user = given.user()
const sent: unknown[] = []

beforeEach(() => {
  sent.length = 0
  chooseTheme('light')
  server.use(
    answers(authApi.updateTheme, ({ body }) => {
      sent.push(body)
      return { theme: 'light' }
    }),
  )
})
afterEach(() => chooseTheme('light'))

async function opened() {
  const page = renderApp('/change-password', { user })
  async function choose(name: string) {
    await page.events.click(await page.findByRole('button', { name: /Hesap menüsü/ }))
    const expander = await page.findByRole('button', { name: 'Tema' })
    if (expander.getAttribute('aria-expanded') === 'false') await page.events.click(expander)
    await page.events.click(await page.findByRole('button', { name }))
    await vi.waitFor(() => expect(page.queryByRole('dialog')).toBeNull(), 20_000)
  }
  return { page, choose }
}
const worn = () => document.documentElement.dataset['theme']

test('one press switches between light and dark, closes the menu and confirms the change', async () => {
  const { page, choose } = await opened()
  await choose('Koyu temaya geç')
  expect(worn()).toBe('dark')
  expect(await page.findByText('Tema değiştirildi: Koyu')).toBeVisible()
  await choose('Açık temaya geç')
  expect(worn()).toBe('light')
  expect(localStorage.getItem('theme')).toBe('light')
  await expect.poll(() => sent).toEqual([{ theme: 'dark' }, { theme: 'light' }])
})

test('the button for the next theme goes through all of them in order', async () => {
  const { choose } = await opened()
  const seen: unknown[] = []
  for (const _ of THEMES) {
    await choose('Sonraki tema')
    seen.push(worn())
  }
  expect(seen).toEqual([...THEMES.slice(1), THEMES[0]])
})

test('a theme that the server cannot save is only written to the log', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  server.use(refuses(authApi.updateTheme, 500, 'internal'))
  const { page, choose } = await opened()
  await choose('Koyu temaya geç')
  expect(worn()).toBe('dark')
  await vi.waitFor(() => expect(warned).toHaveBeenCalledWith('update-theme:', expect.anything()), 20_000)
  expect(page.queryByRole('alert')).toBeNull()
  // Sent at the next load, so that the server's older theme does not replace it.
  expect(localStorage.getItem('theme-unsaved')).toBe(`${user.id} dark`)
})

describe('the theme at the start', () => {
  test('is the choice that the server could not save, which is saved now', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const id = 1_000 + Math.floor(Math.random() * 1e6)
    localStorage.setItem('theme-unsaved', `${id} navy`)
    const page = renderApp('/change-password', { user: given.user({ id, preferred_theme: 'retro' }) })
    await page.findByRole('button', { name: /Hesap menüsü/ })
    await vi.waitFor(() => expect(worn()).toBe('navy'), 20_000)
    await expect.poll(() => sent).toEqual([{ theme: 'navy' }])
    await expect.poll(() => localStorage.getItem('theme-unsaved')).toBeNull()
  })

  test('is not the choice of another user of this browser', async () => {
    const id = 1_000 + Math.floor(Math.random() * 1e6)
    localStorage.setItem('theme-unsaved', `${id + 1} navy`)
    const page = renderApp('/change-password', { user: given.user({ id, preferred_theme: 'retro' }) })
    await page.findByRole('button', { name: /Hesap menüsü/ })
    await vi.waitFor(() => expect(worn()).toBe('retro'), 20_000)
    expect(sent).toEqual([])
  })

  test('is light when the stored theme is none of the known ones', async () => {
    localStorage.setItem('theme', 'neon')
    // This module alone is evaluated anew: a second session token beside the first would answer its messages, also in later files.
    const anew: string = '../../shared/theme/theme-choice.ts?anew'
    const { loadWantedTheme } = (await import(anew)) as typeof import('../../shared/theme/theme-choice.ts')
    await loadWantedTheme()
    expect(localStorage.getItem('theme')).toBe('light')
  })

  test.each([
    ['navy', 'navy'],
    ['neon' as ThemeName, 'light'],
    [null, 'light'],
  ] as const)('is the one that the server has (%s) if it is a known one', async (stored, expected) => {
    const id = 1_000 + Math.floor(Math.random() * 1e6)
    const page = renderApp('/change-password', { user: given.user({ id, preferred_theme: stored }) })
    await page.findByRole('button', { name: /Hesap menüsü/ })
    await vi.waitFor(() => expect(worn()).toBe(expected), 20_000)
    expect(sent).toEqual([])
  })
})

describe('a device that prefers dark screens', () => {
  const { device } = (window as unknown as { happyDOM: { settings: { device: { prefersColorScheme: string } } } })
    .happyDOM.settings
  beforeEach(() => {
    device.prefersColorScheme = 'dark'
    return () => (device.prefersColorScheme = 'light')
  })

  test('has a dark login', async () => {
    renderApp('/')
    await vi.waitFor(() => expect(worn()).toBe('dark'), 20_000)
  })

  test('has the dark theme where the user chose the theme of the system, which is saved as that choice', async () => {
    const { page } = await opened()
    expect(worn()).toBe('light')
    await page.events.click(await page.findByRole('button', { name: /Hesap menüsü/ }))
    await page.events.click(await page.findByRole('button', { name: 'Tema' }))
    await page.events.click(await page.findByRole('radio', { name: 'Sistem' }))
    await vi.waitFor(() => expect(worn()).toBe('dark'), 20_000)
    expect(localStorage.getItem('theme')).toBe('system')
    await expect.poll(() => sent).toEqual([{ theme: 'system' }])
  })
})
