import i18next from 'i18next'
import type { Words } from '../../locales/words.ts'

/** Adds a feature's Turkish texts. Called when the code of its page is loaded, before it renders. */
export function addWords(words: Partial<Record<keyof Words, object>>): void {
  i18next.addResourceBundle('tr', 'translation', words, true, false)
}
