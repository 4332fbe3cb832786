import { THEMES } from '@dalyan/contracts/auth'
import { expect, test } from 'vitest'
import { hasTokens, isThemeName, loadThemes, tokensOf } from './tokens.ts'

test('light is there from the start, the other seven once they are asked for', async () => {
  expect(THEMES.filter(hasTokens)).toEqual(['light'])
  await loadThemes()
  expect(THEMES.map((name) => tokensOf(name).name)).toEqual([...THEMES])
})

test('only the eight are themes', () => {
  expect(isThemeName('navy')).toBe(true)
  expect([null, '', 'Navy', 'hotdog', '__proto__'].filter(isThemeName)).toEqual([])
})
