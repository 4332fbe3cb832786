/** The brand's colours, as they are written in a change. */
export const BRAND_COLOURS = ['primary_color', 'secondary_color', 'accent_color'] as const
export type BrandColour = (typeof BRAND_COLOURS)[number]

/** The grounds of the light and of the dark theme, which wear the brand; the other six keep colours of their own. */
export const BRAND_GROUNDS = {
  light: ['#FFFFFF', '#EFF2F5', '#F4F6F9'],
  dark: ['#14181C', '#1E2328', '#262C33'],
} as const

/** Main and secondary colour stand on light grounds; the accent is the main colour on dark ones. */
const GROUNDS_OF: Readonly<Record<BrandColour, readonly string[]>> = {
  primary_color: BRAND_GROUNDS.light,
  secondary_color: BRAND_GROUNDS.light,
  accent_color: BRAND_GROUNDS.dark,
}

/** What a button's words may be written in. */
const INKS = ['#FFFFFF', '#12161A'] as const

/** WCAG 2.2: least contrast of text (1.4.3) and of shapes such as buttons, switches and icons (1.4.11). */
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

/** In which colour words stand on a fill: white where it is legible, else nearly black where that is; null: neither. */
export function inkOn(fill: string): string | null {
  return INKS.find((ink) => contrastRatio(ink, fill) >= LEAST.text) ?? null
}

/** The colour's least contrast with the grounds on which it stands. */
export function groundContrast(colour: BrandColour, value: string): number {
  return Math.min(...GROUNDS_OF[colour].map((ground) => contrastRatio(value, ground)))
}

/**
 * Why a colour `#rrggbb` cannot be worn: it does not stand out from one of its grounds, or no words are legible on it; null: it can.
 * The same on the server, which decides, and in the form, which says it while one chooses.
 */
export function colourProblem(colour: BrandColour, value: string): 'colour_on_ground' | 'colour_under_text' | null {
  if (groundContrast(colour, value) < LEAST.shape) return 'colour_on_ground'
  return inkOn(value) === null ? 'colour_under_text' : null
}
