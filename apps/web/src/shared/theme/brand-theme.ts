import { colourProblem, inkOn, isColour } from '@dalyan/contracts/brand-colours'
import { darken, decomposeColor, getContrastRatio, lighten, rgbToHex } from '@mui/material/styles'
import type { ThemeTokens } from './tokens.ts'

/** Each as `#rrggbb`. */
export interface BrandColours {
  primaryColor: string
  secondaryColor: string
  accentColor: string
}

const LEAST_OF_TEXT = 4.5
const STEPS = Array.from({ length: 21 }, (_, step) => step / 20)

/**
 * A theme in the brand's colours: light takes the primary and the secondary colour, dark the accent; the other six keep
 * their own. A colour with too little contrast is ignored.
 */
export function brandedTokens(tokens: ThemeTokens, brand: BrandColours): ThemeTokens {
  const { primaryColor, secondaryColor, accentColor } = brand
  const { palette } = tokens
  if (tokens.name === 'dark') {
    const isUsable = isColour(accentColor) && colourProblem('accent_color', accentColor) === null
    return isUsable ? withPrimary(tokens, accentColor, lighten) : tokens
  }
  if (tokens.name !== 'light') return tokens
  const hasPrimary = isColour(primaryColor) && colourProblem('primary_color', primaryColor) === null
  const hasSecondary = isColour(secondaryColor) && colourProblem('secondary_color', secondaryColor) === null
  const first = hasPrimary ? withPrimary(tokens, primaryColor, darken) : tokens
  if (!hasSecondary || isSame(secondaryColor, palette.secondary.main)) return first
  return { ...first, palette: { ...first.palette, secondary: shades(secondaryColor, palette, darken) } }
}

const isSame = (one: string, other: string) => one.toUpperCase() === other.toUpperCase()

/** Moves a colour until it is legible: darker on light backgrounds, lighter on dark ones. */
type ShiftColour = typeof darken

function withPrimary(tokens: ThemeTokens, main: string, move: ShiftColour): ThemeTokens {
  const { palette } = tokens
  // The product's own shades are designed.
  if (isSame(main, palette.primary.main)) return tokens
  const selectedRow = mixed(palette.surface, main, 0.1)
  const primary = shades(main, { ...palette, selectedRow }, move)
  return { ...tokens, palette: { ...palette, primary, selectedRow, focusRing: primary.text } }
}

function shades(main: string, palette: ThemeTokens['palette'], move: ShiftColour): ThemeTokens['palette']['primary'] {
  const grounds = [palette.background, palette.surface, palette.surfaceVariant, palette.selectedRow]
  const isLegible = (text: string) => grounds.every((ground) => getContrastRatio(text, ground) >= LEAST_OF_TEXT)
  const text = STEPS.map((step) => rgbToHex(move(main, step))).find(isLegible) ?? palette.textPrimary
  return {
    main,
    dark: rgbToHex(darken(main, 0.2)),
    light: rgbToHex(lighten(main, 0.3)),
    contrastText: inkOn(main) ?? palette.surface,
    text,
  }
}

/** Mixes a share of `over` into `ground`. */
function mixed(ground: string, over: string, share: number): string {
  const [one, other] = [decomposeColor(ground).values, decomposeColor(over).values]
  const parts = [0, 1, 2].map((i) => Math.round((one[i] ?? 0) * (1 - share) + (other[i] ?? 0) * share))
  return rgbToHex(`rgb(${parts.join(', ')})`)
}
