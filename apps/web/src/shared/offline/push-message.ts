/** What the browser shows of a push message. TypeScript's own type does not know `renotify`. */
interface Notice {
  title: string
  options: NotificationOptions & { renotify: boolean; data: { link: string } }
}

const ICON = '/icons/icon-192.png'
/** Nothing has to be answered without showing something: the browser would take the permission back. */
const UNREADABLE = { title: 'Dalyan: yeni bildirim', body: 'Ayrıntılar için açın.' }

/** Reads what the server sent; of what cannot be read, that something came. @param text the message's JSON */
export function noticeOf(text: string | undefined): Notice {
  const sent = parsed(text)
  const word = (key: string) => (typeof sent[key] === 'string' && sent[key] !== '' ? sent[key] : undefined)
  const title = word('title')
  return {
    title: title ?? UNREADABLE.title,
    options: {
      body: title === undefined ? UNREADABLE.body : (word('body') ?? ''),
      lang: word('language') ?? 'tr',
      // A newer message about the same alarm takes the older one's place, and is heard nevertheless.
      tag: word('tag') ?? 'dalyan',
      renotify: true,
      requireInteraction: sent['severity'] === 'critical',
      icon: ICON,
      badge: ICON,
      data: { link: word('link') ?? '/alarms' },
    },
  }
}

function parsed(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
