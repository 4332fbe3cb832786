import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import light from '../apps/web/src/shared/theme/light-theme.json' with { type: 'json' }
import others from '../apps/web/src/shared/theme/other-themes.json' with { type: 'json' }
import { BRAND_GROUNDS, colourProblem, contrastRatio, inkOn } from '../packages/contracts/src/brand-colours.ts'
import { DALYAN } from '../packages/contracts/src/own-brand.ts'

test('every logo of the brand is a file of the page', () => {
  const { emoji, ...pictures } = DALYAN.logo
  expect(emoji).not.toBeNull()
  const missing = Object.values(pictures).filter(
    (path) => path === null || !existsSync(join(import.meta.dirname, '../apps/web/public', path)),
  )
  expect(missing).toEqual([])
})

test('brand colours are checked against the backgrounds of the themes that use them', () => {
  const groundsOf = ({ palette }: typeof light) => [palette.surface, palette.background, palette.surfaceVariant]
  const dark = others.find(({ name }) => name === 'dark')
  expect(groundsOf(light).toSorted()).toEqual([...BRAND_GROUNDS.light].toSorted())
  expect([dark?.palette.background, dark?.palette.surface, dark?.palette.surfaceVariant]).toEqual(BRAND_GROUNDS.dark)
})

test('the product’s own colours are those of its themes and meet the contrast rules', () => {
  const { primaryColor, secondaryColor, accentColor } = DALYAN.theme
  expect([primaryColor, secondaryColor, accentColor]).toEqual([
    light.palette.primary.main,
    light.palette.secondary.main,
    light.palette.accent.main,
  ])
  expect(others.find(({ name }) => name === 'dark')?.palette.primary.main).toBe(accentColor)
  expect(colourProblem('primary_color', primaryColor)).toBeNull()
  expect(colourProblem('secondary_color', secondaryColor)).toBeNull()
  expect(colourProblem('accent_color', accentColor)).toBeNull()
})

test('contrast is calculated as in WCAG', () => {
  expect(contrastRatio('#000000', '#FFFFFF')).toBeCloseTo(21, 5)
  expect(contrastRatio('#FFFFFF', '#ffffff')).toBe(1)
  // The last grey that is legible on white, and the first that is not.
  expect(contrastRatio('#767676', '#FFFFFF')).toBeGreaterThanOrEqual(4.5)
  expect(contrastRatio('#777777', '#FFFFFF')).toBeLessThan(4.5)
  expect([inkOn('#1976D2'), inkOn('#82B1FF'), inkOn('#7C7C7C')]).toEqual(['#FFFFFF', '#12161A', null])
})
