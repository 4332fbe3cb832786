/** What the browser shows of a push message. TypeScript's own type lacks some options of a worker. */
interface Notice {
  title: string
  options: NotificationOptions & {
    renotify?: boolean
    actions?: { action: string; title: string }[]
    data: { link: string }
  }
}

/** The action id of the button that acknowledges. */
export const ACKNOWLEDGE = 'acknowledge'
const WORDS = {
  tr: { acknowledge: 'Onayla', acknowledged: 'Onaylandı' },
  en: { acknowledge: 'Acknowledge', acknowledged: 'Acknowledged' },
}
const wordsOf = (language: string | undefined) => WORDS[language === 'en' ? 'en' : 'tr']

const ICON = '/icons/icon-192.png'
/** Shown for an unreadable message: a browser revokes the permission when a push message shows nothing. */
const UNREADABLE = { title: 'Dalyan: yeni bildirim', body: 'Ayrıntılar için açın.' }

/** Reads a push message; an unreadable one becomes a general notice. @param text the message's JSON */
export function noticeOf(text: string | undefined): Notice {
  const sent = parsed(text)
  const word = (key: string) => (typeof sent[key] === 'string' && sent[key] !== '' ? sent[key] : undefined)
  const title = word('title')
  const link = word('link') ?? '/alarms'
  return {
    title: title ?? UNREADABLE.title,
    options: {
      body: title === undefined ? UNREADABLE.body : (word('body') ?? ''),
      lang: word('language') ?? 'tr',
      // A newer message about an incident or alarm replaces the older one, and still sounds, unless it only adds alarms.
      tag: word('tag') ?? 'dalyan',
      renotify: sent['update'] !== true,
      requireInteraction: sent['severity'] === 'critical',
      icon: ICON,
      badge: ICON,
      // Only a link with a token can acknowledge.
      ...(link.includes('/alarm-link#')
        ? { actions: [{ action: ACKNOWLEDGE, title: wordsOf(word('language')).acknowledge }] }
        : {}),
      data: { link },
    },
  }
}

/** Replaces a message silently after the acknowledgement. @param by the user who acknowledged first */
export function acknowledgedNotice(
  { title, tag, lang }: ShownNotification,
  link: string,
  by: string | undefined,
): Notice {
  const { acknowledged } = wordsOf(lang)
  return {
    title: by === undefined ? acknowledged : `${acknowledged} · ${by}`,
    options: { body: title, tag, lang, silent: true, icon: ICON, badge: ICON, data: { link } },
  }
}

/** A message on screen. */
export type ShownNotification = Pick<Notification, 'title' | 'tag' | 'lang'>

function parsed(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
