import i18next from 'i18next'
import type { Words } from '../../locales/words.ts'

/**
 * Adds a feature's Turkish texts. Called when the code that shows them is loaded, before it renders: so no component that is on screen needs to
 * hear of it, and `silent` keeps i18next from drawing all of them again.
 */
export function addWords(words: Partial<Record<keyof Words, object>>): void {
  i18next.addResourceBundle('tr', 'translation', words, true, false, { silent: true })
}
