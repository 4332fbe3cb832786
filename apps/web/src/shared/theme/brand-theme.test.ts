import { getContrastRatio } from '@mui/material/styles'
import { expect, test } from 'vitest'
import { brandedTokens } from './brand-theme.ts'
import light from './light-theme.json' with { type: 'json' }
import others from './other-themes.json' with { type: 'json' }
import type { ThemeTokens } from './tokens.ts'

const OWN = { primaryColor: '#1976D2', secondaryColor: '#424242', accentColor: '#82B1FF' }
const EGE = { primaryColor: '#00796B', secondaryColor: '#5D4037', accentColor: '#FFAB91' }

function tokensOf(name: string): ThemeTokens {
  const tokens = [light, ...others].find((theme) => theme.name === name)
  if (!tokens) throw new Error(`no theme ${name}`)
  return tokens
}

test("the product's own colours change no theme", () => {
  for (const name of ['light', 'dark', 'retro'] as const)
    expect(brandedTokens(tokensOf(name), OWN)).toEqual(tokensOf(name))
})

test('the light theme takes the primary and the secondary colour, with legible text', () => {
  const { palette } = brandedTokens(tokensOf('light'), EGE)
  expect([palette.primary.main, palette.secondary.main]).toEqual(['#00796B', '#5D4037'])
  for (const ground of [palette.background, palette.surface, palette.surfaceVariant, palette.selectedRow]) {
    expect(getContrastRatio(palette.primary.text, ground)).toBeGreaterThanOrEqual(4.5)
    expect(getContrastRatio(palette.focusRing, ground)).toBeGreaterThanOrEqual(3)
  }
  expect(getContrastRatio(palette.primary.contrastText, palette.primary.main)).toBeGreaterThanOrEqual(4.5)
})

test('the dark theme takes the accent, and the other six keep their own colours', () => {
  const { palette } = brandedTokens(tokensOf('dark'), EGE)
  expect(palette.primary.main).toBe('#FFAB91')
  expect(getContrastRatio(palette.primary.text, palette.selectedRow)).toBeGreaterThanOrEqual(4.5)
  expect(brandedTokens(tokensOf('sunset'), EGE)).toBe(tokensOf('sunset'))
})

test.each(['#FFEB3B', 'red', '#FFF;}*{', ''])('the colour %j, which breaks the rules, is ignored', (colour) => {
  const brand = { primaryColor: colour, secondaryColor: colour, accentColor: '#000000' }
  expect(brandedTokens(tokensOf('light'), brand)).toEqual(tokensOf('light'))
  expect(brandedTokens(tokensOf('dark'), brand)).toEqual(tokensOf('dark'))
})
