import type { Language } from '@dalyan/contracts/errors'
import type { MetricKey } from '@dalyan/contracts/metrics'
import type { NotificationReason } from '@dalyan/contracts/notifications'
import type { Severity } from '@dalyan/contracts/range-templates'

interface Words {
  metrics: Record<MetricKey, string>
  severity: Record<Severity, string>
  reasons: Record<NotificationReason, string>
  low: string
  high: string
  silentTerminal: string
  silentMetric: string
  silentTank: string
  limit: string
  since: string
  /** Prefix of a returned alarm. */
  returned: string
  worst: Record<'low' | 'high', string>
  /** Prefix of the current value. */
  now: string
  units: Record<'second' | 'minute' | 'hour' | 'day', string>
  trend: string
  rising: string
  falling: string
  steady: string
  /** `{minutes}` until the next reminder. */
  repeats: string
  open: string
  /** `{minutes}` for which the link is valid. */
  linkHolds: string
  /** `{count}` alarms of one firm. */
  digestTitle: string
  digestMore: string
  testTitle: string
  testBody: string
  weeklyTitle: string
  weeklyBody: string
  /** For a browser whose session expired. */
  expiredTitle: string
  expiredBody: string
  deadTitle: Record<'push' | 'mail', string>
  deadBody: string
  /** `{reason}`: why the test message could not be sent. */
  deadBodyOfAdmins: string
}

export const MESSAGE_WORDS: Record<Language, Words> = {
  tr: {
    metrics: {
      tank_temperature: 'Tank sıcaklığı',
      ambient_temperature: 'Ortam sıcaklığı',
      cabinet_temperature: 'Kabin sıcaklığı',
      ambient_humidity: 'Ortam nemi',
      cabinet_humidity: 'Kabin nemi',
      ph: 'pH',
      salinity: 'Tuzluluk',
      orp: 'ORP',
      conductivity: 'İletkenlik',
    },
    severity: { critical: 'Kritik', warning: 'Uyarı', info: 'Bilgi' },
    reasons: {
      raised: 'Yeni alarm',
      out_again: 'Yeniden sınır dışında',
      chattering: 'Sürekli tekrarlıyor',
      graver: 'Önem derecesi arttı',
      worse: 'Belirgin biçimde kötüleşti',
      acknowledgement_over: 'Onaydan sonra hâlâ sürüyor',
      shelving_over: 'Erteleme bitti, alarm sürüyor',
      reminder: 'Hatırlatma: hâlâ onaylanmadı',
      escalated: 'Sıra sizde: kimse yanıtlamadı',
      digest: 'Birçok alarm',
      test: 'Deneme',
    },
    low: 'düşük',
    high: 'yüksek',
    silentTerminal: 'Terminal sustu',
    silentMetric: 'ölçümü gelmiyor',
    silentTank: 'Tankta veri gönderebilecek terminal yok',
    limit: 'Sınır',
    since: 'Başlangıç',
    returned: 'Normale döndü',
    worst: { low: 'en düşük', high: 'en yüksek' },
    now: 'şimdi',
    units: { second: 'sn', minute: 'dk', hour: 'sa', day: 'gün' },
    trend: 'Eğilim',
    rising: 'yükseliyor',
    falling: 'düşüyor',
    steady: 'değişmiyor',
    repeats: 'Onaylanmazsa {minutes} dakika sonra yeniden bildirilir.',
    open: 'Alarmı göster ve onayla',
    linkHolds: 'Bağlantı size özeldir ve {minutes} dakika geçerlidir.',
    digestTitle: '{count} alarm birden',
    digestMore: 've {count} alarm daha',
    testTitle: 'Deneme bildirimi',
    testBody: 'Bu kanal çalışıyor: alarmlar size buradan ulaşacak.',
    weeklyTitle: 'Haftalık deneme',
    weeklyBody:
      'Bu kanal çalışıyor: alarmlar size buradan ulaşacak. Bu ileti haftada bir kendiliğinden gelir; gelmezse kanalı denetleyin.',
    expiredTitle: 'Bu tarayıcıya artık alarm bildirimi gelmeyecek',
    expiredBody: 'Oturumunuzun süresi doldu. Bildirimleri almaya devam etmek için yeniden oturum açın.',
    deadTitle: { push: 'Tarayıcı bildirimleri size ulaşmıyor', mail: 'E-postalar size ulaşmıyor' },
    deadBody: 'Haftalık deneme mesajı gönderilemedi; alarmlar da bu kanaldan gelmeyebilir. Yöneticinize haber verin.',
    deadBodyOfAdmins: 'Haftalık deneme mesajı gönderilemedi; alarmlar da bu kanaldan gelmeyebilir. Neden: {reason}',
  },
  en: {
    metrics: {
      tank_temperature: 'Tank temperature',
      ambient_temperature: 'Ambient temperature',
      cabinet_temperature: 'Cabinet temperature',
      ambient_humidity: 'Ambient humidity',
      cabinet_humidity: 'Cabinet humidity',
      ph: 'pH',
      salinity: 'Salinity',
      orp: 'ORP',
      conductivity: 'Conductivity',
    },
    severity: { critical: 'Critical', warning: 'Warning', info: 'Info' },
    reasons: {
      raised: 'New alarm',
      out_again: 'Out of range again',
      chattering: 'Comes and goes often',
      graver: 'Severity rose',
      worse: 'Clearly worse',
      acknowledgement_over: 'Still there after it was acknowledged',
      shelving_over: 'Shelving is over, the alarm goes on',
      reminder: 'Reminder: not acknowledged yet',
      escalated: 'Your reminder_number: nobody answered',
      digest: 'Many alarms',
      test: 'Trial',
    },
    low: 'low',
    high: 'high',
    silentTerminal: 'Terminal fell silent',
    silentMetric: 'is no longer measured',
    silentTank: 'The tank has no terminal that could deliver',
    limit: 'Limit',
    since: 'Since',
    returned: 'Back to normal',
    worst: { low: 'lowest', high: 'highest' },
    now: 'now',
    units: { second: 's', minute: 'min', hour: 'h', day: 'd' },
    trend: 'Trend',
    rising: 'rising',
    falling: 'falling',
    steady: 'steady',
    repeats: 'Unless it is acknowledged, this is repeated in {minutes} minutes.',
    open: 'Show and acknowledge the alarm',
    linkHolds: 'The link is yours alone and works for {minutes} minutes.',
    digestTitle: '{count} alarms at once',
    digestMore: 'and {count} more',
    testTitle: 'Test notification',
    testBody: 'This channel works: alarms will reach you here.',
    weeklyTitle: 'Weekly test',
    weeklyBody:
      'This channel works: alarms will reach you here. This message is sent once a week; if it is missing, check the channel.',
    expiredTitle: 'Alarms no longer come to this browser',
    expiredBody: 'Your session has expired. Sign in again to keep receiving notifications.',
    deadTitle: { push: 'Browser notifications do not reach you', mail: 'E-mails do not reach you' },
    deadBody:
      'The weekly test message could not be sent, so alarms may not reach you here either. Ask your administrator.',
    deadBodyOfAdmins:
      'The weekly test message could not be sent, so alarms may not reach you here either. Reason: {reason}',
  },
}

/** Replaces the `{parts}` of a sentence. */
export function filled(text: string, parts: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(parts[name] ?? ''))
}
