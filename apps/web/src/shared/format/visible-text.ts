// Control characters but tab and line feed, and what turns the direction of writing.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const INVISIBLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/** A device's text with what cannot be seen made visible: it can neither hide a part nor turn the line around. */
export function visibleText(text: string): string {
  return text.replaceAll(INVISIBLE, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
