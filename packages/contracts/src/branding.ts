import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

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

/** The product's own brand, on the server and in a page that could not ask for it; the address comes from the deployment. */
export const DALYAN: Omit<Branding, 'domain'> = {
  name: {
    original: 'Dalyan',
    camelCase: 'dalyan',
    PascalCase: 'Dalyan',
    snakeCase: 'dalyan',
    kebabCase: 'dalyan',
    lowercase: 'dalyan',
    uppercase: 'DALYAN',
    title: 'Dalyan',
    spaced: 'Dalyan',
  },
  logo: {
    primary: '/brand/logo.svg',
    icon: '/favicon.svg',
    emoji: '🐟',
    light: '/brand/logo-light.svg',
    dark: '/brand/logo-dark.svg',
    small: '/brand/logo-small.svg',
    large: '/brand/logo-large.svg',
  },
  theme: { primaryColor: '#1976D2', secondaryColor: '#424242', accentColor: '#82B1FF' },
  contact: { email: null, phone: null, website: null },
  version: '1.0.0',
}

export const brandingApi = {
  config: endpoint('GET', '/api/branding/config', { reply: z.object({ success: z.boolean(), data: Branding }) }),
}
