// Control characters except tab and line feed, and characters that change the direction of writing.
// oxlint-disable-next-line no-control-regex -- finds control characters
const INVISIBLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/** A device's text with its invisible characters escaped, so that it cannot hide a part or reverse the line. */
export function visibleText(text: string): string {
  return text.replaceAll(INVISIBLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
