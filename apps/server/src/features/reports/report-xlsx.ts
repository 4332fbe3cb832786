import type { FileLocale } from '@dalyan/contracts/file-locale'
import { metricOf } from '@dalyan/contracts/metrics'
import type { FileCell, FileColumn } from '../../core/table-file/table.ts'
import { type Sheet, xlsxSheets } from '../../core/table-file/xlsx-file.ts'
import { filled } from '../../core/filled-text.ts'
import { asWallTime } from './month.rules.ts'
import { createFormatter, type ReportFormatter } from './report-words.ts'
import type { ShownReport } from './reports.service.ts'

const INSTANT = 'dd.mm.yyyy hh:mm'
/** Values are of single precision. */
const DIGITS = 6

/** A report as sheets, with every row that the pages leave out. Times are local times of Türkiye. */
export function reportXlsx(shown: ShownReport, locale: FileLocale): Promise<Uint8Array> {
  const format = createFormatter(locale)
  const sheets = [summary, days, alarms, gaps, calibrations, modes, journal, duty].map((sheet) => sheet(format, shown))
  return xlsxSheets(sheets, new Date(shown.report.made_at))
}

const at = (instant: string | null): FileCell => (instant === null ? null : asWallTime(instant))
const number = (value: number | null): FileCell => (value === null ? null : Number(value.toPrecision(DIGITS)))
const minutes = (seconds: number | null): FileCell => (seconds === null ? null : Math.round(seconds / 6) / 10)
const text = (title: string, width = 20): FileColumn => ({ title, width })
const time = (title: string): FileColumn => ({ title, width: 18, format: INSTANT })

function summary({ words, ...format }: ReportFormatter, { record, report }: ShownReport): Sheet {
  const { tank, firm, figures } = report
  const inMinutes = ` (${words.units.minute})`
  const rows: FileCell[][] = [
    [words.tank, `${tank.code} · ${tank.name}`],
    [words.firm, firm?.name ?? null],
    [words.month, format.month(report.month)],
    [filled(words.template, { name: '' }).replace(/[: ]+$/, ''), tank.template],
    [words.figures.inRange, number(figures.in_range)],
    [`${words.outOfRange}${inMinutes}`, minutes(figures.out_of_range_seconds)],
    [words.figures.alarms, figures.alarms],
    [filled(words.figures.incidents, { count: '' }).trim(), figures.incidents],
    [`${words.figures.longest}${inMinutes}`, minutes(figures.longest_excursion_seconds)],
    [`${words.figures.acknowledged}${inMinutes}`, minutes(figures.ack_median_seconds)],
    [words.figures.covered, number(figures.covered)],
    [`${words.noData}${inMinutes}`, minutes(figures.no_data_seconds)],
    [filled(words.readings, { count: '' }).trim(), figures.readings],
    ...report.metrics.flatMap(({ metric, refused }) =>
      refused.map(({ reason, count }): FileCell[] => [
        `${words.refused}: ${words.metrics[metric]}, ${words.refusals[reason]}`,
        count,
      ]),
    ),
    [filled(words.made, { at: '' }).replace(/[: ]+$/, ''), format.instant(report.made_at)],
    [words.zone, null],
    ...(record
      ? [
          [filled(words.record, { number: '' }).trim(), record.number],
          [words.hash, record.hash],
          [words.previous, record.previous_hash],
        ]
      : [[words.draft, words.draftNote]]),
    ...(report.audit ? [[filled(words.audit, { day: report.audit.day }), report.audit.hash]] : []),
  ]
  return { name: words.sheets.summary, columns: [text(words.cells.field, 44), text(words.cells.value, 44)], rows }
}

function days({ words }: ReportFormatter, { report }: ShownReport): Sheet {
  const titles = [words.cells.count, words.cells.covered]
  return {
    name: words.sheets.days,
    columns: [
      { ...text(words.cells.day, 12), format: 'dd.mm.yyyy' },
      text(words.cells.metric),
      text(words.cells.unit, 8),
      ...[words.least, words.mean, words.greatest, ...titles].map((title) => text(title, 13)),
    ],
    rows: report.metrics.flatMap(({ metric, days: ofMetric }) =>
      ofMetric.map(({ day, min, avg, max, count, covered }): FileCell[] => [
        new Date(`${day}T00:00:00.000Z`),
        words.metrics[metric],
        metricOf(metric).unit,
        number(min),
        number(avg),
        number(max),
        count,
        number(covered),
      ]),
    ),
  }
}

function alarms({ words, ...format }: ReportFormatter, { report }: ShownReport): Sheet {
  const { cells, columns } = words
  return {
    name: words.sheets.alarms,
    columns: [
      time(cells.from),
      time(cells.to),
      text(`${columns.lasted} (${words.units.minute})`, 12),
      text(columns.what, 30),
      text(cells.severity, 10),
      text(columns.peak, 12),
      text(cells.limit, 10),
      text(columns.cause, 30),
      text(cells.note, 40),
      text(columns.action, 40),
      text(columns.by),
      time(columns.at),
    ],
    rows: report.alarms.data.map((one): FileCell[] => [
      at(one.from),
      at(one.to),
      minutes(one.seconds),
      format.alarm(one),
      words.severities[one.severity],
      number(one.peak),
      number(one.limit),
      one.cause && words.causes[one.cause],
      one.note,
      one.actions.map(({ kind, note }) => [words.journalKinds[kind], note].filter(Boolean).join(': ')).join('; '),
      one.acknowledged_by,
      at(one.acknowledged_at),
    ]),
  }
}

function gaps({ words }: ReportFormatter, { report }: ShownReport): Sheet {
  return {
    name: words.sheets.gaps,
    columns: [
      time(words.cells.from),
      time(words.cells.to),
      text(`${words.columns.lasted} (${words.units.minute})`, 12),
    ],
    rows: report.gaps.data.map(({ from, to }) => [
      at(from),
      at(to),
      minutes((Date.parse(to) - Date.parse(from)) / 1000),
    ]),
  }
}

function calibrations({ words }: ReportFormatter, { report }: ShownReport): Sheet {
  const { cells } = words
  return {
    name: words.sheets.calibrations,
    columns: [
      time(words.columns.at),
      text(cells.metric),
      text(cells.terminal),
      text(words.calibrations, 50),
      text(cells.slope, 10),
      text(cells.offset, 10),
      text(cells.verdict),
      text(cells.note, 40),
      text(cells.by),
    ],
    rows: report.calibrations.map((one): FileCell[] => [
      at(one.at),
      words.metrics[one.metric],
      one.iot.code,
      one.points
        .map(({ expected, before, after }) => filled(words.calibrationPoint, { expected, before, after: after ?? '–' }))
        .join('; '),
      number(one.slope),
      number(one.offset),
      words.verdicts[one.verdict],
      one.note,
      one.created_by?.name ?? null,
    ]),
  }
}

function modes({ words }: ReportFormatter, { report }: ShownReport): Sheet {
  return {
    name: words.sheets.modes,
    columns: [
      time(words.cells.from),
      time(words.cells.to),
      text(words.cells.kind),
      text(words.cells.metric, 40),
      text(words.cells.by),
    ],
    rows: report.modes.map(({ name, from, until, metrics, by }) => [
      at(from),
      at(until),
      words.modeNames[name],
      metrics.map((metric) => words.metrics[metric]).join(', '),
      by?.name ?? null,
    ]),
  }
}

function journal({ words }: ReportFormatter, { report }: ShownReport): Sheet {
  const { cells } = words
  return {
    name: words.sheets.journal,
    columns: [
      time(words.columns.at),
      text(cells.kind),
      text(cells.amount, 12),
      text(cells.unit, 10),
      text(cells.note, 60),
      text(cells.by),
    ],
    rows: report.journal.data.map(({ at: done, kind, amount, unit, note, created_by }) => [
      at(done),
      words.journalKinds[kind],
      amount,
      unit,
      note,
      created_by?.name ?? null,
    ]),
  }
}

function duty({ words }: ReportFormatter, { report }: ShownReport): Sheet {
  const { cells } = words
  return {
    name: words.sheets.duty,
    columns: [time(cells.from), time(cells.to), text(words.sheets.duty), text(cells.taken), time(cells.taken)],
    rows: report.duty.map(({ name, from, to, taken_by, taken_at }) => [at(from), at(to), name, taken_by, at(taken_at)]),
  }
}
