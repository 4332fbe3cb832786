import i18next from 'i18next'
import type { Words } from '../../locales/words.ts'

/** Adds a feature's Turkish texts, which come with its page: called as the page's code arrives, before it draws. */
export function addWords(words: Partial<Record<keyof Words, object>>): void {
  i18next.addResourceBundle('tr', 'translation', words, true, false)
}
