import type { Branding } from './branding.ts'

/**
 * The product's own brand, for the server and for a page that could not load one; the address comes from the deployment. In a separate file,
 * because the first load needs it and must not load the library that checks shapes.
 */
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
