import i18next from 'i18next'
import type { Words } from '../../locales/words.ts'

/** Adds the Turkish texts of a feature that is loaded later; called at the top of its page's file. */
export function provideWords(words: Partial<Words>): void {
  i18next.addResourceBundle('tr', 'translation', words, true)
}
