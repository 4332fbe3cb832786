import type { AlarmKind } from '@dalyan/contracts/alarm-words'
import type { CalibrationVerdict } from '@dalyan/contracts/calibration-rules'
import type { FileLocale } from '@dalyan/contracts/file-locale'
import type { IncidentCause } from '@dalyan/contracts/incidents'
import { type JournalKind, TURKISH_JOURNAL_KINDS } from '@dalyan/contracts/journal-words'
import { ENGLISH_METRIC_NAMES, type MetricKey, metricOf, TURKISH_METRIC_NAMES } from '@dalyan/contracts/metrics'
import type { RefusalReason } from '@dalyan/contracts/refusals'
import { REPORT_TIME_ZONE, type ReportedAlarm } from '@dalyan/contracts/reports'
import type { TankModeName } from '@dalyan/contracts/tank-modes'

/** The texts of reports and of the emails that bring them; `{…}` is filled in. */
export interface ReportWords {
  title: string
  draft: string
  draftNote: string
  record: string
  page: string
  figures: {
    inRange: string
    alarms: string
    incidents: string
    longest: string
    acknowledged: string
    covered: string
  }
  outOfRange: string
  noData: string
  readings: string
  template: string
  noTemplate: string
  legend: string
  none: string
  noLimits: string
  least: string
  mean: string
  greatest: string
  alarms: string
  columns: Record<'at' | 'lasted' | 'what' | 'peak' | 'cause' | 'action' | 'by', string>
  noAlarms: string
  more: string
  open: string
  gaps: string
  gapsNote: string
  noGaps: string
  calibrations: string
  calibrationPoint: string
  noCalibrations: string
  journal: string
  noJournal: string
  modes: string
  noModes: string
  duty: string
  noDuty: string
  dutyLine: string
  acknowledgements: string
  refused: string
  noRefused: string
  preparedBy: string
  approvedBy: string
  hash: string
  previous: string
  audit: string
  made: string
  zone: string
  qr: string
  metrics: Record<MetricKey, string>
  causes: Record<IncidentCause, string>
  journalKinds: Record<JournalKind, string>
  modeNames: Record<TankModeName, string>
  verdicts: Record<CalibrationVerdict, string>
  refusals: Record<RefusalReason, string>
  units: Record<'day' | 'hour' | 'minute' | 'second', string>
  sheets: Record<'summary' | 'days' | 'alarms' | 'gaps' | 'calibrations' | 'modes' | 'journal' | 'duty', string>
  cells: Record<
    | 'field'
    | 'value'
    | 'day'
    | 'metric'
    | 'unit'
    | 'count'
    | 'covered'
    | 'from'
    | 'to'
    | 'kind'
    | 'amount'
    | 'note'
    | 'by'
    | 'terminal'
    | 'verdict'
    | 'slope'
    | 'offset'
    | 'taken'
    | 'limit'
    | 'severity',
    string
  >
  kinds: Record<AlarmKind, string>
  severities: { critical: string; warning: string; info: string }
  tank: string
  firm: string
  month: string
  mail: Record<'subject' | 'lines' | 'none' | 'tooMany' | 'open' | 'note' | 'footer', string>
}

export const REPORT_WORDS: Readonly<Record<FileLocale, ReportWords>> = {
  tr: {
    title: 'aylık rapor',
    draft: 'Taslak — kayıt değil',
    draftNote: 'Bu sayfa bir ön izlemedir. Kayıt, ay bitince oluşturulur.',
    record: 'Rapor {number}',
    page: 'sayfa {page} / {pages}',
    figures: {
      inRange: 'aralıkta geçen süre',
      alarms: 'alarm',
      incidents: '{count} olay',
      longest: 'en uzun sapma',
      acknowledged: 'onaylama (medyan)',
      covered: 'veri doluluğu',
    },
    outOfRange: 'aralık dışı',
    noData: 'veri yok',
    readings: '{count} ölçüm',
    template: 'aralık şablonu: {name}',
    noTemplate: 'aralık şablonu yok',
    legend: 'çubuk: günün en az – en çok değeri, çizgi: ortalama, gri alan: sınırlar, tarama: veri yok',
    none: 'yok',
    noLimits: 'sınır yok',
    least: 'en az',
    mean: 'ortalama',
    greatest: 'en çok',
    alarms: 'Alarmlar',
    columns: {
      at: 'Tarih, saat',
      lasted: 'Süre',
      what: 'Alarm',
      peak: 'En uç değer',
      cause: 'Neden',
      action: 'Yapılan',
      by: 'Onaylayan',
    },
    noAlarms: 'Bu ay alarm oluşmadı.',
    more: 've {count} kayıt daha (XLSX dosyasında)',
    open: 'sürüyor',
    gaps: 'Veri boşlukları',
    gapsNote: 'En az {longer} süren boşluklar. Hiçbiri doldurulmadı.',
    noGaps: 'Boşluk yok.',
    calibrations: 'Kalibrasyon',
    calibrationPoint: '{expected}: önce {before}, sonra {after}',
    noCalibrations: 'Bu ay kalibrasyon kaydı yok.',
    journal: 'Günlük',
    noJournal: 'Bu ay günlük kaydı yok.',
    modes: 'Modlar',
    noModes: 'Bu ay mod kullanılmadı.',
    duty: 'Görevliler',
    noDuty: 'Devralınan vardiya yok.',
    dutyLine: '{name}: {count} vardiya',
    acknowledgements: 'Onaylar: {names}',
    refused: 'Sayılmayan değerler',
    noRefused: 'Kalite denetimi hiçbir değeri reddetmedi.',
    preparedBy: 'Hazırlayan',
    approvedBy: 'Onaylayan',
    hash: 'Özet (SHA-256)',
    previous: 'önceki kayıt',
    audit: 'denetim kaydı {day}',
    made: 'Oluşturulma: {at}',
    zone: 'saatler Türkiye saatiyle',
    qr: 'karekod raporun kaydını açar',
    metrics: TURKISH_METRIC_NAMES,
    causes: {
      outage: 'elektrik veya ağ kesintisi',
      out_of_water: 'sonda su dışında',
      sensor_fault: 'sensör arızası',
    },
    journalKinds: TURKISH_JOURNAL_KINDS,
    modeNames: {
      cleaning: 'Temizlik',
      calibration: 'Kalibrasyon',
      feeding: 'Yemleme',
      water_change: 'Su değişimi',
      treatment: 'Tedavi',
      empty: 'Boş tank',
    },
    verdicts: { good: 'iyi', drifted: 'kaymış', repeat: 'yeniden ayarlanmalı', replace: 'prob değişmeli' },
    refusals: {
      code: 'sensörün hata kodu',
      bounds: 'sensörün ölçebileceğinin dışında',
      temperature: 'sıcaklığı geçersiz ölçüm',
      step: 'suyun değişebileceğinden hızlı',
      unreliable: 'güvenilmeyen sensör',
      out_of_water: 'sonda su dışında',
    },
    units: { day: 'gün', hour: 'sa', minute: 'dk', second: 'sn' },
    sheets: {
      summary: 'Özet',
      days: 'Günler',
      alarms: 'Alarmlar',
      gaps: 'Boşluklar',
      calibrations: 'Kalibrasyonlar',
      modes: 'Modlar',
      journal: 'Günlük',
      duty: 'Görevliler',
    },
    cells: {
      field: 'Alan',
      value: 'Değer',
      day: 'Gün',
      metric: 'Ölçüm',
      unit: 'Birim',
      count: 'Sayı',
      covered: 'Veri doluluğu',
      from: 'Başlangıç',
      to: 'Bitiş',
      kind: 'İş',
      amount: 'Miktar',
      note: 'Not',
      by: 'Yapan',
      terminal: 'Terminal',
      verdict: 'Sonuç',
      slope: 'Eğim',
      offset: 'Sapma',
      taken: 'Devralma',
      limit: 'Sınır',
      severity: 'Önem',
    },
    kinds: {
      low: 'düşük',
      high: 'yüksek',
      silent: 'veri gelmedi',
      fault: 'sensör arızası',
      out_of_water: 'sonda su dışında veya tankta tatlı su',
    },
    severities: { critical: 'Kritik', warning: 'Uyarı', info: 'Bilgi' },
    tank: 'Tank',
    firm: 'Firma',
    month: 'Ay',
    mail: {
      subject: '{system}: {month} raporları',
      lines: '{month} ayının raporları hazır: {count} tank.',
      none: '{month} ayı için tanklarınızın raporu yok.',
      tooMany: 'Raporlar bu iletiye sığmadı; her tankın sayfasında, Raporlar sekmesinde duruyor.',
      open: 'Tankları aç',
      note: 'Her tankın sayfasında Raporlar sekmesi bütün ayları gösterir.',
      footer: 'Bu iletiyi bildirim ayarlarınızda “Aylık rapor” seçili olduğu için aldınız.',
    },
  },
  en: {
    title: 'monthly report',
    draft: 'Draft — not a record',
    draftNote: 'This page is a preview. The record is made when the month is over.',
    record: 'Report {number}',
    page: 'page {page} / {pages}',
    figures: {
      inRange: 'time in range',
      alarms: 'alarms',
      incidents: 'incidents: {count}',
      longest: 'longest excursion',
      acknowledged: 'median acknowledgement',
      covered: 'time with data',
    },
    outOfRange: 'out of range',
    noData: 'no data',
    readings: '{count} readings',
    template: 'range template: {name}',
    noTemplate: 'no range template',
    legend: 'bar: least – greatest value of the day, line: mean, grey area: limits, hatched: no data',
    none: 'none',
    noLimits: 'no limits',
    least: 'least',
    mean: 'mean',
    greatest: 'greatest',
    alarms: 'Alarms',
    columns: {
      at: 'Date, time',
      lasted: 'Lasted',
      what: 'Alarm',
      peak: 'Worst value',
      cause: 'Cause',
      action: 'Action',
      by: 'Acknowledged by',
    },
    noAlarms: 'No alarm was raised this month.',
    more: 'and {count} more (in the XLSX file)',
    open: 'not over',
    gaps: 'Gaps in the data',
    gapsNote: 'Gaps of {longer} or more. None was filled.',
    noGaps: 'No gap.',
    calibrations: 'Calibrations',
    calibrationPoint: '{expected}: {before} before, {after} after',
    noCalibrations: 'No calibration was recorded this month.',
    journal: 'Journal',
    noJournal: 'No entry in the journal this month.',
    modes: 'Modes',
    noModes: 'No mode was used this month.',
    duty: 'On duty',
    noDuty: 'No shift was handed over.',
    dutyLine: '{name}: {count} shifts',
    acknowledgements: 'Acknowledgements: {names}',
    refused: 'Values that do not count',
    noRefused: 'The quality gate refused no value.',
    preparedBy: 'Prepared by',
    approvedBy: 'Approved by',
    hash: 'SHA-256',
    previous: 'record before',
    audit: 'audit log of {day}',
    made: 'Made: {at}',
    zone: 'times of Türkiye',
    qr: 'the QR code opens the record',
    metrics: ENGLISH_METRIC_NAMES,
    causes: {
      outage: 'outage of power or network',
      out_of_water: 'sonde out of the water',
      sensor_fault: 'sensor fault',
    },
    journalKinds: {
      feeding: 'Feeding',
      mortality: 'Mortality',
      water_change: 'Water change',
      cleaning: 'Cleaning',
      treatment: 'Treatment',
      calibration: 'Calibration',
      note: 'Note',
    },
    modeNames: {
      cleaning: 'Cleaning',
      calibration: 'Calibration',
      feeding: 'Feeding',
      water_change: 'Water change',
      treatment: 'Treatment',
      empty: 'Empty tank',
    },
    verdicts: { good: 'good', drifted: 'drifted', repeat: 'to be repeated', replace: 'replace the probe' },
    refusals: {
      code: 'fault code of the sensor',
      bounds: 'beyond what the sensor can measure',
      temperature: 'reading with an invalid temperature',
      step: 'faster than water can change',
      unreliable: 'unreliable sensor',
      out_of_water: 'sonde out of the water',
    },
    units: { day: 'd', hour: 'h', minute: 'min', second: 's' },
    sheets: {
      summary: 'Summary',
      days: 'Days',
      alarms: 'Alarms',
      gaps: 'Gaps',
      calibrations: 'Calibrations',
      modes: 'Modes',
      journal: 'Journal',
      duty: 'On duty',
    },
    cells: {
      field: 'Field',
      value: 'Value',
      day: 'Day',
      metric: 'Metric',
      unit: 'Unit',
      count: 'Count',
      covered: 'Covered',
      from: 'From',
      to: 'To',
      kind: 'Work',
      amount: 'Amount',
      note: 'Note',
      by: 'By',
      terminal: 'Terminal',
      verdict: 'Verdict',
      slope: 'Slope',
      offset: 'Offset',
      taken: 'Taken over',
      limit: 'Limit',
      severity: 'Severity',
    },
    kinds: {
      low: 'low',
      high: 'high',
      silent: 'no data',
      fault: 'sensor fault',
      out_of_water: 'sonde out of the water, or fresh water in the tank',
    },
    severities: { critical: 'Critical', warning: 'Warning', info: 'Info' },
    tank: 'Tank',
    firm: 'Firm',
    month: 'Month',
    mail: {
      subject: '{system}: reports of {month}',
      lines: 'The reports of {month} are ready: {count} tanks.',
      none: 'There is no report of your tanks for {month}.',
      tooMany: 'The reports do not fit into this message; they are on the page of each tank, in the tab Reports.',
      open: 'Open the tanks',
      note: 'On the page of each tank the tab Reports shows every month.',
      footer: 'You got this message because “Monthly report” is chosen in your notification settings.',
    },
  },
}

export type ReportFormatter = ReturnType<typeof createFormatter>

/** Formats numbers, times and names in the report's language. */
export function createFormatter(locale: FileLocale) {
  const words = REPORT_WORDS[locale]
  const language = locale === 'tr' ? 'tr-TR' : 'en-GB'
  const decimals = (digits: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const byDigits = [0, 1, 2, 3].map(decimals)
  const amounts = new Intl.NumberFormat(language, { maximumFractionDigits: 3 })
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const zoned = { timeZone: REPORT_TIME_ZONE } as const
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const numbers = new Intl.DateTimeFormat(language, { ...zoned, day: '2-digit', month: '2-digit' })
  const dayOf = (instant: string) => {
    const text = numbers.format(Date.parse(instant))
    return locale === 'tr' ? `${text.replaceAll(/\D+/g, '.')}.` : text
  }
  const time = new Intl.DateTimeFormat(language, { ...zoned, ...clock })
  const full = new Intl.DateTimeFormat(language, {
    ...zoned,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    ...clock,
  })
  const month = new Intl.DateTimeFormat(language, { timeZone: 'UTC', month: 'long', year: 'numeric' })

  return {
    words,
    locale,
    /** Up to three decimals. */
    amount: (value: number) => amounts.format(value),
    count: (value: number) => byDigits[0]?.format(value) ?? '',
    number: (value: number, digits: number) => byDigits[digits]?.format(value) ?? '',
    /** Never rounds a share below 100 % up to 100 %. */
    percent: (share: number) => percent.format(share < 1 ? Math.min(share, 0.999) : 1),
    value: (value: number | null, metric: MetricKey) =>
      value === null ? '–' : (byDigits[metricOf(metric).decimals]?.format(value) ?? ''),
    metric: (metric: MetricKey) => {
      const { unit } = metricOf(metric)
      return unit === '' ? words.metrics[metric] : `${words.metrics[metric]} (${unit})`
    },
    /** `pH, düşük`; a sonde out of the water concerns all metrics. */
    alarm: ({ kind, metric }: Pick<ReportedAlarm, 'kind' | 'metric'>) =>
      metric === null || kind === 'out_of_water' ? words.kinds[kind] : `${words.metrics[metric]}, ${words.kinds[kind]}`,
    month: (of: string) => month.format(Date.parse(`${of}-15T00:00:00.000Z`)),
    /** `13.10. 09:12` */
    moment: (instant: string) => `${dayOf(instant)} ${time.format(Date.parse(instant))}`,
    time: (instant: string) => time.format(Date.parse(instant)),
    day: dayOf,
    instant: (instant: string) => full.format(Date.parse(instant)),
    /** The two largest units, such as `1 sa 26 dk`. */
    duration(seconds: number): string {
      const rounded = Math.round(seconds)
      const parts = (
        [
          ['day', Math.floor(rounded / 86_400)],
          ['hour', Math.floor((rounded % 86_400) / 3600)],
          ['minute', Math.floor((rounded % 3600) / 60)],
          ['second', rounded % 60],
        ] as const
      ).filter(([, amount]) => amount > 0)
      if (parts.length === 0) return `0 ${words.units.second}`
      return parts
        .slice(0, 2)
        .map(([unit, amount]) => `${amount} ${words.units[unit]}`)
        .join(' ')
    },
  }
}
