import type { Language } from '@dalyan/contracts/errors'
import type { IncidentCause } from '@dalyan/contracts/incidents'
import { ENGLISH_METRIC_NAMES, type MetricKey } from '@dalyan/contracts/metrics'
import type { NotificationReason } from '@dalyan/contracts/notifications'
import type { Severity } from '@dalyan/contracts/alarm-words'

const TR_WORKS = 'Bu kanal çalışıyor: alarmlar size buradan ulaşacak.'
const TR_FAILED = 'Haftalık deneme mesajı gönderilemedi; alarmlar da bu kanaldan gelmeyebilir.'
const EN_WORKS = 'This channel works: alarms will reach you here.'
const EN_FAILED = 'The weekly test message could not be sent, so alarms may not reach you here either.'

/** Sentences with `{parts}` are completed by `filled`. */
const TR = {
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
    dissolved_oxygen: 'Çözünmüş oksijen',
    oxygen_saturation: 'Oksijen doygunluğu',
  } satisfies Record<MetricKey, string>,
  severity: { critical: 'Kritik', warning: 'Uyarı', info: 'Bilgi' } satisfies Record<Severity, string>,
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
    interrupted: 'İzleme kesildi',
    low_disk: 'Disk dolmak üzere',
    test: 'Deneme',
  } satisfies Record<NotificationReason, string>,
  low: 'düşük',
  high: 'yüksek',
  fault: 'sensör arızası',
  out_of_water: 'Sonda su dışında veya tankta tatlı su',
  silentTerminal: 'Terminal sustu',
  silentMetric: 'ölçümü gelmiyor',
  silentTank: 'Tankta veri gönderebilecek terminal yok',
  limit: 'Sınır',
  since: 'Başlangıç',
  /** Prefix of a returned alarm. */
  returned: 'Normale döndü',
  worst: { low: 'en düşük', high: 'en yüksek' },
  /** Prefix of the current value. */
  now: 'şimdi',
  units: { second: 'sn', minute: 'dk', hour: 'sa', day: 'gün' },
  trend: 'Eğilim',
  rising: 'yükseliyor',
  falling: 'düşüyor',
  steady: 'değişmiyor',
  /** The next reminder. */
  repeats: 'Onaylanmazsa {minutes} dakika sonra yeniden bildirilir.',
  open: 'Alarmı göster ve onayla',
  openAlarms: 'Alarmları göster',
  openPage: 'Sayfayı aç',
  linkHolds: 'Bağlantı size özeldir ve {minutes} dakika geçerlidir.',
  /** An incident of several alarms. */
  alarms: '{count} alarm',
  causes: {
    outage: '{count} terminal sustu',
    out_of_water: 'sonda su dışında olabilir ({count} alarm)',
    sensor_fault: 'sensör arızalı olabilir ({count} alarm)',
  } satisfies Record<IncidentCause, string>,
  /** Several alarms of one firm. */
  digestTitle: '{count} alarm birden',
  digestMore: 've {count} alarm daha',
  testTitle: 'Deneme bildirimi',
  testBody: TR_WORKS,
  handoverTitle: '{name} vardiyayı size devretti',
  handoverBody: 'Devralana kadar nöbet devredende kalır.',
  handoverWaitsTitle: '{name} vardiyayı devralmanızı bekliyor',
  handoverWaitsBody: 'Vardiya {minutes} dakikadır devralınmadı. Devralana kadar nöbet devredende kalır.',
  takerSilentTitle: '{name} vardiyayı henüz devralmadı',
  takerSilentBody: 'Vardiya {minutes} dakikadır devralınmadı. Nöbet sizde kalıyor.',
  interruptedTitle: 'İzleme {duration} kesildi: {from} – {to}',
  interruptedBody: 'Bu sürede ölçüm alınmadı ve alarm verilmedi. Tanklar şimdi yeniden izleniyor; bir göz atın.',
  /** `{free}`, `{total}`: with their unit. */
  lowDiskTitle: {
    warning: 'Sunucunun diskinde yer azalıyor: {free} boş ({total} disk)',
    critical: 'Sunucunun diski dolmak üzere: {free} boş ({total} disk)',
  },
  lowDiskBody:
    'Disk dolarsa ölçümler kaydedilemez ve alarm verilemez. Gereksiz dosyaları silin, diski büyütün ya da ayarlarda ölçümlerin saklanma süresini kısaltın.',
  lowDiskDays: 'Ölçümler bu hızla gelirse {days} gün içinde dolar.',
  approaching: 'Yaklaşıyor',
  forewarning: {
    low: '{metric} {span} içinde {limit} altına inebilir',
    high: '{metric} {span} içinde {limit} üstüne çıkabilir',
  },
  forewarningRecord: 'Bu tankta bu ölçüm için geçmişteki {made} öngörünün {true} tanesi doğru çıktı.',
  weeklyTitle: 'Haftalık deneme',
  weeklyBody: `${TR_WORKS} Bu ileti haftada bir kendiliğinden gelir; gelmezse kanalı denetleyin.`,
  /** For a browser whose session expired. */
  expiredTitle: 'Bu tarayıcıya artık alarm bildirimi gelmeyecek',
  expiredBody: 'Oturumunuzun süresi doldu. Bildirimleri almaya devam etmek için yeniden oturum açın.',
  deadTitle: { push: 'Tarayıcı bildirimleri size ulaşmıyor', mail: 'E-postalar size ulaşmıyor' },
  deadBody: `${TR_FAILED} Yöneticinize haber verin.`,
  /** `{reason}`: why the test message could not be sent. */
  deadBodyOfAdmins: `${TR_FAILED} Neden: {reason}`,
}

const EN: typeof TR = {
  metrics: ENGLISH_METRIC_NAMES,
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
    escalated: 'Your turn: nobody answered',
    digest: 'Many alarms',
    interrupted: 'Watch interrupted',
    low_disk: 'Disk nearly full',
    test: 'Trial',
  },
  low: 'low',
  high: 'high',
  fault: 'sensor fault',
  out_of_water: 'Sonde out of the water, or fresh water in the tank',
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
  openAlarms: 'Show the alarms',
  openPage: 'Open the page',
  linkHolds: 'The link is yours alone and works for {minutes} minutes.',
  alarms: '{count} alarms',
  causes: {
    outage: '{count} terminals fell silent',
    out_of_water: 'the sonde may be out of the water ({count} alarms)',
    sensor_fault: 'a sensor may be faulty ({count} alarms)',
  },
  digestTitle: '{count} alarms at once',
  digestMore: 'and {count} more',
  testTitle: 'Test notification',
  testBody: EN_WORKS,
  handoverTitle: '{name} handed the shift over to you',
  handoverBody: 'Until you take it over, the duty stays where it was.',
  handoverWaitsTitle: '{name} is waiting for you to take the shift over',
  handoverWaitsBody:
    'Nobody has taken the shift over for {minutes} minutes. Until you do, the duty stays where it was.',
  takerSilentTitle: '{name} has not taken the shift over yet',
  takerSilentBody: 'Nobody has taken the shift over for {minutes} minutes. The duty stays with you.',
  interruptedTitle: 'Nothing was watched for {duration}: {from} – {to}',
  interruptedBody:
    'No reading was taken and no alarm raised in that time. The tanks are watched again now; have a look at them.',
  lowDiskTitle: {
    warning: 'The server is running low on disk space: {free} of {total} free',
    critical: 'The disk of the server is nearly full: {free} of {total} free',
  },
  lowDiskBody:
    'When it is full, no reading is stored and no alarm is raised. Delete what is not needed, enlarge the disk, or keep readings for a shorter time (settings).',
  lowDiskDays: 'At the present rate of readings it is full within {days} days.',
  approaching: 'Approaching',
  forewarning: {
    low: '{metric} may fall below {limit} within {span}',
    high: '{metric} may rise above {limit} within {span}',
  },
  forewarningRecord: 'Of {made} past predictions of this measurement in this tank, {true} came true.',
  weeklyTitle: 'Weekly test',
  weeklyBody: `${EN_WORKS} This message is sent once a week; if it is missing, check the channel.`,
  expiredTitle: 'Alarms no longer come to this browser',
  expiredBody: 'Your session has expired. Sign in again to keep receiving notifications.',
  deadTitle: { push: 'Browser notifications do not reach you', mail: 'E-mails do not reach you' },
  deadBody: `${EN_FAILED} Ask your administrator.`,
  deadBodyOfAdmins: `${EN_FAILED} Reason: {reason}`,
}

export const MESSAGE_WORDS: Record<Language, typeof TR> = { tr: TR, en: EN }
