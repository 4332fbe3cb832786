import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const text = z.nullable(z.string())

/** Names, pictures and colours of the product; the page merges them into its own. */
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

export const brandingApi = {
  config: endpoint('GET', '/api/branding/config', { reply: z.object({ success: z.boolean(), data: Branding }) }),
}
