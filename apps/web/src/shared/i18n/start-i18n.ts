import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { tr } from '../../locales/tr.ts'

let english: Promise<void> | null = null

/** Turkish is part of the first load; English is loaded only when a text is missing. */
export function startI18n(): void {
  replaceInvalidLanguage()
  void i18next.use(initReactI18next).init({
    lng: 'tr',
    fallbackLng: 'en',
    supportedLngs: ['tr', 'en'],
    resources: { tr: { translation: tr } },
    partialBundledLanguages: true,
    initAsync: false,
    saveMissing: true,
    missingKeyHandler: () => {
      english ??= loadEnglish()
    },
    interpolation: { escapeValue: false },
    react: { bindI18nStore: 'added' },
  })
}

/** A browser in the C locale of a server names `en-US@posix`, which `Intl` refuses: libraries that format by it, such as uPlot, would throw. */
function replaceInvalidLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language)
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'tr-TR', configurable: true })
  }
}

/** Turkish is the only language offered: forced after login and after a session check. */
export function forceTurkish(): void {
  if (i18next.language !== 'tr') void i18next.changeLanguage('tr')
  document.documentElement.lang = 'tr'
}

async function loadEnglish(): Promise<void> {
  const { en } = await import('../../locales/en.ts')
  i18next.addResourceBundle('en', 'translation', en)
}
