import type { Language } from '@dalyan/contracts/errors'
import { escapeHtml } from '../html.ts'

/** The content of one email, before it is rendered as text and HTML. All fields are plain text. */
export interface MailPage {
  language: Language
  title: string
  /** Of the title and the button, `#rrggbb`. */
  colour: string
  /** One element per line. */
  lines: readonly string[]
  /** The link of the email; `note` says how long it is valid, if it ends. Null: no link. */
  link: { label: string; url: string; note?: string } | null
  /** Small print at the end. */
  footer?: string
}

/** Both forms of one email; a mail program shows one of them. */
export function mailBodies(page: MailPage): { text: string; html: string } {
  return { text: textOf(page), html: htmlOf(page) }
}

function textOf({ title, lines, link, footer }: MailPage): string {
  const led = link === null ? [] : ['', `${link.label}:`, link.url, ...(link.note === undefined ? [] : [link.note])]
  return [title, '', ...lines, ...led, ...(footer === undefined ? [] : ['', footer]), ''].join('\n')
}

const SMALL = 'margin:4px 0;color:#5f6368;font-size:13px'

function htmlOf({ language, title, colour, lines, link, footer }: MailPage): string {
  const shown = lines.map((line) => `<p style="margin:4px 0">${escapeHtml(line)}</p>`).join('')
  const led =
    link === null
      ? ''
      : `<p style="margin:20px 0"><a href="${escapeHtml(link.url)}" style="background:${colour};color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none">${escapeHtml(link.label)}</a></p>${link.note === undefined ? '' : `\n<p style="${SMALL}">${escapeHtml(link.note)}</p>`}`
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;font-family:Arial,sans-serif;font-size:16px;color:#1f1f1f;background:#ffffff">
<h1 style="font-size:20px;margin:0 0 12px;color:${colour}">${escapeHtml(title)}</h1>
${shown}
${led}
${footer === undefined ? '' : `<p style="${SMALL}">${escapeHtml(footer)}</p>`}
</body></html>`
}
