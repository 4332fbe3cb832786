import { THEMES } from '@dalyan/contracts/themes'
import { expect, test } from 'vitest'
import { hasTokens, isThemeChoice, loadThemes, tokensOf } from './tokens.ts'

test('the light theme is part of the first load, the others are loaded on request', async () => {
  expect(THEMES.filter(hasTokens)).toEqual(['light'])
  await loadThemes()
  expect(THEMES.map((name) => tokensOf(name).name)).toEqual([...THEMES])
})

test('only the names of the list are themes', () => {
  expect(isThemeChoice('navy')).toBe(true)
  expect([null, '', 'Navy', 'hotdog', '__proto__'].filter(isThemeChoice)).toEqual([])
})
