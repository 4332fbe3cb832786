import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '@dalyan/contracts/errors'

const WEIGHT = /^q\s*=\s*(0(?:\.\d*)?|1(?:\.0*)?)$/

/** Turkish, unless the caller prefers English. */
export function languageOf(headers: IncomingHttpHeaders): Language {
  const wanted = (headers['accept-language'] ?? '')
    .split(',')
    .slice(0, 20)
    .map((part, order) => {
      const [tag = '', weight = 'q=1'] = part.split(';').map((each) => each.trim().toLowerCase())
      return { language: tag.split('-')[0], q: Number(WEIGHT.exec(weight)?.[1] ?? 0), order }
    })
    .filter(({ language, q }) => q > 0 && (language === 'tr' || language === 'en'))
    .sort((a, b) => b.q - a.q || a.order - b.order)
  return wanted[0]?.language === 'en' ? 'en' : 'tr'
}
