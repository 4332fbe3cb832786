import type { i18n } from 'i18next'

/** A word that stands alone, with a capital by the language's own rules: `izler` → `İzler` in Turkish. */
export function sentenceCase(text: string, { language }: Pick<i18n, 'language'>): string {
  const [first = '', ...rest] = text
  return first.toLocaleUpperCase(language) + rest.join('')
}
