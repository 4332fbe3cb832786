import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '@dalyan/contracts/errors'

/** Turkish, unless the caller would rather have English (decisions §2). */
export function languageOf(headers: IncomingHttpHeaders): Language {
  const wanted = (headers['accept-language'] ?? '')
    .split(',')
    .slice(0, 20)
    .map((part, order) => {
      const [tag = '', ...options] = part.trim().toLowerCase().split(';')
      const q = options
        .map((option) => /^\s*q=([01](?:\.\d{1,3})?)$/.exec(option)?.[1])
        .find((value) => value !== undefined)
      return { language: tag.split('-')[0], q: q === undefined ? 1 : Number(q), order }
    })
    .filter(({ language, q }) => q > 0 && (language === 'tr' || language === 'en'))
    .sort((a, b) => b.q - a.q || a.order - b.order)
  return wanted[0]?.language === 'en' ? 'en' : 'tr'
}
