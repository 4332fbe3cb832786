import { THEMES } from '@dalyan/contracts/auth'
import { expect, test } from 'vitest'
import { hasTokens, isThemeName, loadThemes, tokensOf } from './tokens.ts'

test('the light theme is part of the first load, the other seven are loaded on request', async () => {
  expect(THEMES.filter(hasTokens)).toEqual(['light'])
  await loadThemes()
  expect(THEMES.map((name) => tokensOf(name).name)).toEqual([...THEMES])
})

test('only the eight names are themes', () => {
  expect(isThemeName('navy')).toBe(true)
  expect([null, '', 'Navy', 'hotdog', '__proto__'].filter(isThemeName)).toEqual([])
})
