import type { tr } from '../../locales/tr.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof tr }
    returnNull: false
  }
}
