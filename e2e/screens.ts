import type { RoleName } from '@dalyan/contracts/permissions'
import type { Furnished } from './furnish.ts'

/** One screen of the page as a user sees it. */
export interface Screen {
  /** The route's path (`/tanks/$id`). */
  route: string
  /** The user who opens the screen. */
  who: RoleName | 'visitor'
  /** A text that is visible when the screen's data are drawn. */
  ready: string
  /** The value of `$id`, in the route and in the views. */
  record?: keyof Furnished['ids']
  /** What the address adds, a tab or an open dialog (`?dialog=edit&id=$id`); without it the screen alone. */
  views?: readonly string[]
  /** It is opened by this public link. */
  link?: keyof Furnished['links']
  /** The button that opens a dialog without an address. */
  press?: string
}

const OF_NO_RECORD: ReadonlySet<string> = new Set(['create', 'bulk', 'enrolment'])
const dialogs = (...names: string[]) => names.map((name) => `?dialog=${name}${OF_NO_RECORD.has(name) ? '' : '&id=$id'}`)
const LIST = ['', ...dialogs('create', 'edit', 'view', 'delete')]

/** Every screen, one line each; `looks.spec.ts` fails when a route is missing. */
export const SCREENS: readonly Screen[] = [
  { route: '/', who: 'visitor', ready: 'Kayıt Ol', views: ['', '?mode=register'] },
  { route: '/home', who: 'admin', ready: 'TNK-014' },
  { route: '/home', who: 'customer', ready: 'S-10' },
  { route: '/admin', who: 'admin', ready: 'TNK-014' },
  { route: '/wall', who: 'admin', ready: 'tank izleniyor', views: ['', '?v=danger', '?v=plan', '?v=display'] },
  { route: '/wall', who: 'customer', ready: 'tank izleniyor' },
  {
    route: '/alarms',
    who: 'admin',
    ready: 'Alarmlar',
    views: ['', '?view=alarms', '?tab=shelved', '?tab=history', '?tab=statistics'],
  },
  { route: '/alarms', who: 'customer', ready: 'TNK-014' },
  { route: '/handover', who: 'operator', ready: 'Devredilen işler' },
  { route: '/handover', who: 'operator', ready: 'Günlük: bütün tanklar', views: ['?tab=journal'] },
  { route: '/tanks', who: 'admin', ready: 'TNK-014', record: 'tank', views: [...LIST, ...dialogs('bulk')] },
  { route: '/tanks', who: 'customer', ready: 'TNK-014' },
  {
    route: '/tanks/$id',
    who: 'admin',
    ready: 'TNK-014',
    record: 'tank',
    views: [
      '',
      '?tab=charts',
      '?tab=charts&overlay=1',
      '?tab=journal',
      '?dialog=mode',
      '?dialog=share',
      '?tab=alarms',
      '?tab=reports',
      '?tab=logs',
      '?tab=terminals',
      '?tab=info',
      '?tab=terminals&dialog=assign',
      '?tab=info&dialog=reading',
      '?view=side',
    ],
  },
  { route: '/tanks/$id', who: 'operator', ready: 'TNK-014', record: 'tank', views: ['?dialog=edit'] },
  { route: '/tanks/$id', who: 'operator', ready: 'TNK-014', record: 'tank', press: 'Günlüğe ekle' },
  {
    route: '/terminals',
    who: 'admin',
    ready: 'T-0214',
    record: 'terminal',
    views: [...LIST, ...dialogs('bulk', 'enrolment', 'waiting', 'ban', 'key')],
  },
  { route: '/terminals', who: 'admin', ready: 'T-0399', record: 'waiting', views: dialogs('authorize') },
  {
    route: '/terminals/$id',
    who: 'admin',
    ready: 'T-0214',
    record: 'terminal',
    views: ['', '?tab=measurements', '?tab=logs', '?tab=info'],
  },
  { route: '/key-profiles', who: 'admin', ready: 'Multimetre', record: 'keyProfile', views: LIST },
  { route: '/key-profiles', who: 'operator', ready: 'Eşleme profilleri' },
  { route: '/terminals', who: 'operator', ready: 'T-0214' },
  { route: '/terminals/$id', who: 'operator', ready: 'T-0214', record: 'terminal' },
  {
    route: '/measurements',
    who: 'operator',
    ready: 'TNK-014',
    record: 'tank',
    views: ['', ...['time', 'relation', 'pattern', 'compare'].map((tab) => `?tank=$id&tab=${tab}`)],
  },
  {
    route: '/measurements',
    who: 'admin',
    ready: 'TNK-014',
    record: 'tank',
    views: ['', '?tank=$id', '?tank=$id,2&view=chart', '?tank=$id&view=table&out=1', '?tank=$id&dialog=add'],
  },
  {
    route: '/range-templates',
    who: 'admin',
    ready: 'Levrek larva',
    record: 'template',
    views: ['', ...dialogs('create', 'edit', 'copy', 'delete')],
  },
  { route: '/users', who: 'admin', ready: 'Zeynep', record: 'user', views: LIST },
  {
    route: '/firms',
    who: 'admin',
    ready: 'EGE-SU',
    record: 'firm',
    views: [...LIST, ...dialogs('oncall', 'webhooks')],
  },
  {
    route: '/orders',
    who: 'admin',
    ready: 'Levrek',
    record: 'order',
    views: ['', ...dialogs('view', 'step', 'cancel')],
  },
  { route: '/orders', who: 'customer', ready: 'Levrek', views: ['', ...dialogs('create')] },
  { route: '/orders/$id', who: 'customer', ready: 'Kodu telefonla okutun', record: 'order' },
  { route: '/logs/iot', who: 'admin', ready: 'Terminal Kayıtları' },
  { route: '/logs/tanks', who: 'admin', ready: 'Tank Kayıtları' },
  { route: '/logs/server', who: 'admin', ready: 'Sunucu Kayıtları' },
  { route: '/logs/audit', who: 'admin', ready: 'Denetim Kaydı' },
  { route: '/settings', who: 'admin', ready: 'Sistem adı' },
  { route: '/admin/branding-test', who: 'admin', ready: 'PascalCase' },
  { route: '/profile', who: 'customer', ready: 'Lacivert' },
  { route: '/profile', who: 'operator', ready: 'Sessiz saatler', views: ['?tab=notifications'] },
  { route: '/alarm-link', who: 'visitor', ready: 'Bağlantı eksik' },
  { route: '/display', who: 'visitor', ready: 'Bu ekranın bağlantısı yok' },
  // The browser remembers the link, so it is opened after the screen without one.
  { route: '/display', who: 'visitor', ready: 'TNK-014', link: 'overview' },
  { route: '/tank-link', who: 'visitor', ready: 'Bu bağlantı geçerli değil' },
  { route: '/tank-link', who: 'visitor', ready: 'Şimdiki değerler', link: 'tank' },
  { route: '/origin-record', who: 'visitor', ready: 'Bu kod geçerli değil' },
  { route: '/origin-record', who: 'visitor', ready: 'Olaylar', link: 'record' },
  { route: '/forgot-password', who: 'visitor', ready: 'Bağlantı gönder' },
  { route: '/reset-password', who: 'visitor', ready: 'Yeni bağlantı iste', views: ['', '#no-such-link'] },
  { route: '/confirm-email', who: 'visitor', ready: 'E-posta adresini doğrula', views: ['', '#no-such-link'] },
  { route: '/change-password', who: 'customer', ready: 'Mevcut şifre' },
]

/** Routes that only redirect. */
export const REDIRECTS: readonly string[] = ['$', '/logs']
