import type { Words } from '../../locales/words.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Words }
    returnNull: false
  }
}
