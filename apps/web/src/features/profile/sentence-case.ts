import type { i18n } from 'i18next'

/** A text with a capital first letter, by the rules of its language: `izler` → `İzler` in Turkish. */
export function sentenceCase(text: string, { language }: Pick<i18n, 'language'>): string {
  const [first = '', ...rest] = text
  return first.toLocaleUpperCase(language) + rest.join('')
}
