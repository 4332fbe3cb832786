import type { Language } from '@dalyan/contracts/errors'
import type { Email } from '../../core/outbound/mailer.ts'
import { mailBodies } from '../../core/outbound/mail-page.ts'
import { LINK_MINUTES, type MailedLinkKind } from './mailed-link.ts'

interface AccountMailTexts {
  subject: string
  line: string
  label: string
  note: string
  footer: string
}

/** `{system}`: the name of the installation; `{email}`: the recipient's address. */
const WORDS: Record<MailedLinkKind, Record<Language, AccountMailTexts>> = {
  reset: {
    tr: {
      subject: '{system}: yeni şifre',
      line: '{email} hesabı için yeni bir şifre istendi.',
      label: 'Yeni şifre belirle',
      note: `Bağlantı ${LINK_MINUTES.reset} dakika geçerlidir ve bir kez kullanılabilir.`,
      footer: 'Siz istemediyseniz bir şey yapmanız gerekmez: şifreniz değişmez.',
    },
    en: {
      subject: '{system}: a new password',
      line: 'Somebody asked for a new password for the account {email}.',
      label: 'Set a new password',
      note: `The link works for ${LINK_MINUTES.reset} minutes, and once.`,
      footer: 'If it was not you, there is nothing to do: your password stays as it is.',
    },
  },
  confirm: {
    tr: {
      subject: '{system}: e-posta adresinizi doğrulayın',
      line: '{email} adresi bir hesapta kullanılıyor. Adres sizinse doğrulayın.',
      label: 'Adresimi doğrula',
      note: `Bağlantı ${LINK_MINUTES.confirm / 60} saat geçerlidir.`,
      footer: 'Hesap sizin değilse bu iletiyi silebilirsiniz.',
    },
    en: {
      subject: '{system}: confirm your e-mail address',
      line: 'An account uses the address {email}. If it is yours, confirm it.',
      label: 'Confirm my address',
      note: `The link works for ${LINK_MINUTES.confirm / 60} hours.`,
      footer: 'If the account is not yours, you can delete this message.',
    },
  },
}

const PATHS: Record<MailedLinkKind, string> = { reset: '/reset-password', confirm: '/confirm-email' }

interface AccountMail {
  kind: MailedLinkKind
  language: Language
  email: string
  system: string
  /** The public address of the web application, without a trailing slash. */
  origin: string
  token: string
}

/**
 * The email with a link. The token is in the URL fragment, which browsers send to no server, proxy or referrer. The
 * email names the user only by the address, since a visitor who does not own the mailbox may have typed the name.
 */
export function composeAccountMail({ kind, language, email, system, origin, token }: AccountMail): Email {
  const words = WORDS[kind][language]
  const filled = (text: string) => text.replaceAll('{system}', () => system).replaceAll('{email}', () => email)
  const subject = filled(words.subject)
  return {
    to: { address: email },
    subject,
    ...mailBodies({
      language,
      title: subject,
      colour: '#0b57a4',
      lines: [filled(words.line)],
      link: { label: words.label, url: `${origin}${PATHS[kind]}#${token}`, note: words.note },
      footer: words.footer,
    }),
  }
}
