import * as z from 'zod/mini'
import { type BrandColour, colourProblem, isColour } from './brand-colours.ts'
import { plainText, requiredText } from './codes.ts'
import { NewEmail } from './credentials.ts'
import { endpoint } from './endpoint.ts'
import { PICTURE_TYPES, PictureBytes } from './pictures.ts'

const text = z.nullable(z.string())

/** Names, pictures (their addresses), colours (`#rrggbb`) of the product; the page merges them into its own. */
export const Branding = z.object({
  name: z.object({
    original: z.string(),
    camelCase: z.string(),
    PascalCase: z.string(),
    snakeCase: z.string(),
    kebabCase: z.string(),
    lowercase: z.string(),
    uppercase: z.string(),
    title: z.string(),
    spaced: z.string(),
  }),
  logo: z.object({ primary: text, icon: text, emoji: text, light: text, dark: text, small: text, large: text }),
  theme: z.object({ primaryColor: z.string(), secondaryColor: z.string(), accentColor: z.string() }),
  contact: z.object({ email: text, phone: text, website: text }),
  domain: z.object({ apiUrl: z.string() }),
  version: z.string(),
})
export type Branding = z.infer<typeof Branding>

export const LOGO_MAX_BYTES = 512 * 1024
/** Minimum and maximum width and height, in pixels. */
export const LOGO_SIDE = { least: 16, most: 2048 } as const

function colour(name: BrandColour) {
  const wearable = (problem: 'colour_on_ground' | 'colour_under_text') =>
    z.refine<string>((value) => !isColour(value) || colourProblem(name, value) !== problem, { error: problem })
  return z
    .string()
    .check(
      z.trim(),
      z.toUpperCase(),
      z.refine<string>(isColour, { error: 'colour_format' }),
      wearable('colour_on_ground'),
      wearable('colour_under_text'),
    )
}

const PHONE = /^\+?\d[\d ()/.-]{4,}$/
const WEBSITE = /^https?:\/\/[\p{L}\p{N}.-]+(?::\d{1,5})?(?:[/?#]\S*)?$/iu

/** An administrator's change of the brand: only the named fields; null restores the product's own. */
export const BrandingChange = z.partial(
  z.object({
    name: z.nullable(requiredText(60, 'required')),
    primary_color: z.nullable(colour('primary_color')),
    secondary_color: z.nullable(colour('secondary_color')),
    accent_color: z.nullable(colour('accent_color')),
    email: z.nullable(NewEmail),
    phone: z.nullable(plainText(40).check(z.regex(PHONE, { error: 'phone_invalid' }))),
    website: z.nullable(plainText(200).check(z.regex(WEBSITE, { error: 'website_invalid' }))),
  }),
)
export type BrandingChange = z.infer<typeof BrandingChange>

const LogoInput = z.object({ image: PictureBytes })

const Answer = z.object({ success: z.boolean(), data: Branding })

export const brandingApi = {
  config: endpoint('GET', '/api/branding/config', { reply: Answer }),
  /** The logo that an administrator chose; 404 while the product has its own. `v`: the version that its address names. */
  logo: endpoint('GET', '/api/branding/logo', {
    query: z.object({ v: z.optional(z.string().check(z.maxLength(64))) }),
    files: PICTURE_TYPES,
  }),
  update: endpoint('PUT', '/api/admin/branding', { body: BrandingChange, reply: Answer }),
  /** Restores the product's own brand. */
  reset: endpoint('DELETE', '/api/admin/branding', {}),
  setLogo: endpoint('PUT', '/api/admin/branding/logo', {
    body: LogoInput,
    reply: Answer,
    // Base64 is a third larger; a slightly too large file must be refused at its field.
    maxBytes: 2 * LOGO_MAX_BYTES,
  }),
  removeLogo: endpoint('DELETE', '/api/admin/branding/logo', {}),
}
