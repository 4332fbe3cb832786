import type { Branding } from '@dalyan/contracts/branding'

/** The product's own brand; the address comes from the deployment. */
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
  logo: { primary: null, icon: null, emoji: '🐟', light: null, dark: null, small: null, large: null },
  theme: { primaryColor: '#1976D2', secondaryColor: '#424242', accentColor: '#82B1FF' },
  contact: { email: null, phone: null, website: null },
  version: '1.0.0',
}
