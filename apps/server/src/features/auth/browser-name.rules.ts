/** The browser that a user agent names. The first match counts, since most user agents name other browsers too. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
]
const DEVICES: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A browser's short name, such as "Chrome · Android"; for other programs their own name; null when the user agent names none. */
export function browserName(userAgent: string | null): string | null {
  if (userAgent === null) return null
  const nameIn = (all: readonly [RegExp, string][]) => all.find(([pattern]) => pattern.test(userAgent))?.[1]
  const known = [nameIn(BROWSERS), nameIn(DEVICES)].filter((name) => name !== undefined)
  if (known.length > 0) return known.join(' · ')
  return /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? null
}
