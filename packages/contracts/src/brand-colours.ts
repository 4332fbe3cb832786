/** The brand's colours, as a change names them. */
export const BRAND_COLOURS = ['primary_color', 'secondary_color', 'accent_color'] as const
export type BrandColour = (typeof BRAND_COLOURS)[number]

/** The backgrounds of the light and the dark theme, which use the brand's colours; the other six themes have their own colours. */
export const BRAND_GROUNDS = {
  light: ['#FFFFFF', '#EFF2F5', '#F4F6F9'],
  dark: ['#14181C', '#1E2328', '#262C33'],
} as const

/** Primary and secondary colour are used on light backgrounds, the accent as the primary colour on dark ones. */
const GROUNDS_OF: Readonly<Record<BrandColour, readonly string[]>> = {
  primary_color: BRAND_GROUNDS.light,
  secondary_color: BRAND_GROUNDS.light,
  accent_color: BRAND_GROUNDS.dark,
}

/** The colours of a button's text. */
const INKS = ['#FFFFFF', '#12161A'] as const

/** WCAG 2.2: minimum contrast of text (1.4.3) and of shapes such as buttons, switches and icons (1.4.11). */
const LEAST = { text: 4.5, shape: 3 } as const

const HEX = /^#[0-9a-f]{6}$/i

export function isColour(text: string): boolean {
  return HEX.test(text)
}

/** Contrast of two colours `#rrggbb` after WCAG 2: 1 (the same) to 21 (black on white). */
export function contrastRatio(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Relative luminance, 0…1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The text colour on a fill: white where it is legible, else nearly black where that is; null: neither. */
export function inkOn(fill: string): string | null {
  return INKS.find((ink) => contrastRatio(ink, fill) >= LEAST.text) ?? null
}

/** The colour's lowest contrast with its backgrounds. */
export function groundContrast(colour: BrandColour, value: string): number {
  return Math.min(...GROUNDS_OF[colour].map((ground) => contrastRatio(value, ground)))
}

/**
 * Why a colour `#rrggbb` cannot be used: its contrast with a background is too low, or no text is legible on it; null: it can.
 * Shared by the server, which decides, and the form, which reports it while the user chooses.
 */
export function colourProblem(colour: BrandColour, value: string): 'colour_on_ground' | 'colour_under_text' | null {
  if (groundContrast(colour, value) < LEAST.shape) return 'colour_on_ground'
  return inkOn(value) === null ? 'colour_under_text' : null
}
