import type { FileLocale } from '@dalyan/contracts/file-locale'
import type { Gap, ReportMetric, TankMonth } from '@dalyan/contracts/reports'
import { filled } from '../../core/filled-text.ts'
import { drawMetric, METRIC_HEIGHT } from './metric-chart.ts'
import { createPdf, INK, INNER, PAGE, type PdfPage, type TextStyle } from './pdf-page.ts'
import { createFormatter, type ReportFormatter } from './report-words.ts'
import type { ShownReport } from './reports.service.ts'

/** Alarms on paper; the others are counted. */
const MOST_ROWS = 12
const MOST_LINES = 5
const LEFT = PAGE.margin
const RIGHT = PAGE.width - PAGE.margin
const FOOTER = PAGE.height - 58
const ROW = 19
const SIGNATURES = 108

const HEADING: TextStyle = { size: 13, font: 'bold' }
const SMALL: TextStyle = { size: 10, colour: INK.grey }

/** A report as A4 pages. `origin`: the page's address, which the QR code leads to; null: the installation has none, and there is no code. */
export function reportPdf({ record, report }: ShownReport, locale: FileLocale, origin: string | null): PdfPage['doc'] {
  const format = createFormatter(locale)
  const { words } = format
  const page = createPdf({
    title: `${report.tank.code} · ${words.title} · ${format.month(report.month)}`,
    author: report.firm?.name ?? 'Dalyan',
    language: locale,
    at: new Date(report.made_at),
  })
  const flow = createFlow(page, () => drawHeader(page, format, { record, report }))
  flow.draw(drawFigures(page, format, report))
  flow.draw(drawLegend(page, format, report))
  for (const metric of report.metrics)
    flow.draw({ height: METRIC_HEIGHT, at: (y) => drawMetric(page, format, metric, y) })
  drawAlarms(page, format, report, flow)
  const columns = [gapLines, calibrationLines, journalLines, modeLines, dutyLines, refusedLines].map((lines) =>
    lines(format, report),
  )
  for (const row of [columns.slice(0, 3), columns.slice(3)]) flow.draw(drawColumns(page, row))
  flow.toBottom(SIGNATURES, (y) => drawSignatures(page, format, { record, report }, origin, y))
  drawFooters(page, format, { record, report }, origin !== null)
  page.doc.end()
  return page.doc
}

/** A block of the report that stays on one page. */
interface Block {
  height: number
  at: (y: number) => void
}

/** Puts blocks below each other, on a new page where one does not fit. */
function createFlow(page: PdfPage, drawTop: () => number) {
  let y = drawTop()
  function ensureSpace(height: number): void {
    if (y + height <= FOOTER) return
    page.addPage()
    y = drawTop()
  }
  return {
    draw({ height, at }: Block): void {
      ensureSpace(height)
      at(y)
      y += height
    },
    toBottom(height: number, at: (y: number) => void): void {
      ensureSpace(height)
      at(FOOTER - height)
    },
  }
}
type Flow = ReturnType<typeof createFlow>

/** @returns where the page's content begins */
function drawHeader(page: PdfPage, format: ReportFormatter, { record, report }: ShownReport): number {
  const { words } = format
  const { tank, firm } = report
  const place = [firm?.name, tank.location].filter(Boolean).join(' · ')
  page.text(place === '' ? tank.name : place, LEFT, 34, { size: 12, colour: INK.grey, width: 480 })
  page.text(`${tank.code} · ${words.title}`, LEFT, 50, { size: 24, font: 'bold', width: 480 })
  page.text(format.month(report.month), LEFT + 480, 46, { size: 16, font: 'bold', align: 'right', width: INNER - 480 })
  const mark = record ? filled(words.record, { number: record.number }) : words.draft
  page.text(mark, LEFT + 480, 68, {
    size: 12,
    font: record ? 'regular' : 'bold',
    colour: INK.grey,
    align: 'right',
    width: INNER - 480,
  })
  page.line(LEFT, 88, RIGHT, 88, INK.black, 2)
  return 100
}

function drawFigures(page: PdfPage, { words, ...format }: ReportFormatter, { figures }: TankMonth): Block {
  const orNone = (seconds: number | null) => (seconds === null ? '–' : format.duration(seconds))
  const columns = [
    [
      figures.in_range === null ? '–' : format.percent(figures.in_range),
      words.figures.inRange,
      `${words.outOfRange} ${format.duration(figures.out_of_range_seconds)}`,
    ],
    [
      format.count(figures.alarms),
      words.figures.alarms,
      filled(words.figures.incidents, { count: format.count(figures.incidents) }),
    ],
    [orNone(figures.longest_excursion_seconds), words.figures.longest, ''],
    [orNone(figures.ack_median_seconds), words.figures.acknowledged, ''],
    [
      format.percent(figures.covered),
      words.figures.covered,
      figures.no_data_seconds > 0 ? `${words.noData} ${format.duration(figures.no_data_seconds)}` : '',
    ],
  ] as const
  const width = INNER / columns.length
  return {
    height: 62,
    at: (y) =>
      columns.forEach(([value, label, below], i) => {
        const x = LEFT + i * width
        page.text(value, x, y, { size: 22, font: 'bold', width: width - 8 })
        page.text(label, x, y + 28, { size: 11, colour: INK.grey, width: width - 8 })
        if (below !== '') page.text(below, x, y + 42, { ...SMALL, width: width - 8 })
      }),
  }
}

function drawLegend(page: PdfPage, { words, ...format }: ReportFormatter, { tank, figures }: TankMonth): Block {
  const template = tank.template === null ? words.noTemplate : filled(words.template, { name: tank.template })
  const readings = filled(words.readings, { count: format.count(figures.readings) })
  const line = `${tank.name} · ${template} · ${readings} · ${words.legend}`
  return { height: 36, at: (y) => page.text(line, LEFT, y, { ...SMALL, size: 10.5, lines: 2, width: INNER }) }
}

const COLUMNS = [
  { key: 'at', x: 0, width: 82 },
  { key: 'lasted', x: 86, width: 72 },
  { key: 'what', x: 162, width: 112 },
  { key: 'peak', x: 278, width: 88 },
  { key: 'cause', x: 370, width: 134 },
  { key: 'action', x: 508, width: 116 },
  { key: 'by', x: 628, width: 90 },
] as const

function drawAlarms(page: PdfPage, format: ReportFormatter, { alarms }: TankMonth, flow: Flow): void {
  const { words } = format
  const rows = alarms.data.slice(0, MOST_ROWS)
  const rest = alarms.total - rows.length
  flow.draw({
    height: rows.length === 0 ? 42 : 24,
    at: (y) => {
      page.text(words.alarms, LEFT, y + 4, HEADING)
      if (rows.length === 0) page.text(words.noAlarms, LEFT, y + 23)
    },
  })
  if (rows.length === 0) return
  flow.draw({
    height: ROW,
    at: (y) => {
      for (const { key, x, width } of COLUMNS)
        page.text(words.columns[key], LEFT + x, y + 3, { size: 10.5, font: 'medium', colour: INK.grey, width })
      page.line(LEFT, y + ROW, RIGHT, y + ROW, INK.line)
    },
  })
  for (const alarm of rows) {
    const { metric, peak, limit, note, cause, actions } = alarm
    const cells = {
      at: format.moment(alarm.from),
      lasted: alarm.to === null ? `${format.duration(alarm.seconds)}, ${words.open}` : format.duration(alarm.seconds),
      what: format.alarm(alarm),
      peak:
        peak === null || metric === null || limit === null
          ? '–'
          : `${format.value(peak, metric)} (${format.value(limit, metric)})`,
      // The note of the acknowledgement is the user's own explanation; the likely cause is the rules'.
      cause: [cause && words.causes[cause], note].filter(Boolean).join('; ') || '–',
      action:
        actions.map((action) => [words.journalKinds[action.kind], action.note].filter(Boolean).join(': ')).join('; ') ||
        '–',
      by: alarm.acknowledged_at === null ? '–' : `${alarm.acknowledged_by ?? ''} ${format.time(alarm.acknowledged_at)}`,
    }
    const isLong = COLUMNS.some(({ key, width }) => page.widthOf(cells[key], { size: 10.5 }) > width)
    const height = isLong ? ROW + 13 : ROW
    flow.draw({
      height,
      at: (y) => {
        for (const { key, x, width } of COLUMNS)
          page.text(cells[key], LEFT + x, y + 3, { size: 10.5, width, lines: isLong ? 2 : 1 })
        page.line(LEFT, y + height, RIGHT, y + height, INK.line)
      },
    })
  }
  if (rest > 0)
    flow.draw({
      height: 18,
      at: (y) => page.text(filled(words.more, { count: format.count(rest) }), LEFT, y + 4, SMALL),
    })
}

/** A heading with lines below it. */
interface TextColumn {
  title: string
  lines: string[]
}

function drawColumns(page: PdfPage, columns: readonly TextColumn[]): Block {
  const gap = 18
  const width = (INNER - gap * (columns.length - 1)) / columns.length
  const style: TextStyle = { size: 10.5, width, lines: 2 }
  const line = page.lineHeight(style)
  const linesOf = (text: string) => (page.widthOf(text, style) > width ? 2 : 1)
  const heights = columns.map(({ lines }) => lines.reduce((sum, text) => sum + linesOf(text) * line + 1, 0))
  return {
    height: 30 + Math.max(...heights),
    at: (y) =>
      columns.forEach(({ title, lines }, i) => {
        const x = LEFT + i * (width + gap)
        page.text(title, x, y + 8, { ...HEADING, width })
        let at = y + 26
        for (const text of lines) {
          page.text(text, x, at, style)
          at += linesOf(text) * line + 1
        }
      }),
  }
}

/** The first lines, and how many more there are. */
function shortened({ words, ...format }: ReportFormatter, all: readonly string[], total = all.length): string[] {
  if (total <= MOST_LINES) return [...all]
  const shown = all.slice(0, MOST_LINES - 1)
  return [...shown, filled(words.more, { count: format.count(total - shown.length) })]
}

function gapLines(format: ReportFormatter, { gaps, gap_after_seconds }: TankMonth): TextColumn {
  const { words } = format
  const line = ({ from, to }: Gap) => {
    const isOneDay = format.day(from) === format.day(to)
    const seconds = (Date.parse(to) - Date.parse(from)) / 1000
    return `${format.moment(from)} – ${isOneDay ? format.time(to) : format.moment(to)} (${format.duration(seconds)})`
  }
  const note = filled(words.gapsNote, { longer: format.duration(Math.max(gap_after_seconds, 900)) })
  const lines = gaps.total === 0 ? [words.noGaps] : shortened(format, gaps.data.map(line), gaps.total)
  return { title: words.gaps, lines: [...lines, note] }
}

function calibrationLines(format: ReportFormatter, { calibrations }: TankMonth): TextColumn {
  const { words } = format
  const plain = (value: number | null) => (value === null ? '–' : format.number(value, 2))
  const lines = calibrations.map(({ at, metric, iot, points, verdict }) => {
    const [point] = points
    const before = point
      ? filled(words.calibrationPoint, {
          expected: plain(point.expected),
          before: plain(point.before),
          after: plain(point.after),
        })
      : ''
    return `${format.day(at)} ${words.metrics[metric]}, ${iot.code}: ${before}; ${words.verdicts[verdict]}`
  })
  return { title: words.calibrations, lines: lines.length === 0 ? [words.noCalibrations] : shortened(format, lines) }
}

function journalLines(format: ReportFormatter, { journal_sums }: TankMonth): TextColumn {
  const { words } = format
  const lines = journal_sums.map(({ kind, entries, amounts }) => {
    const sums = amounts.map(({ amount, unit }) => `${format.amount(amount)} ${unit ?? ''}`.trim()).join(', ')
    return `${words.journalKinds[kind]} ${format.count(entries)}${sums === '' ? '' : ` (${sums})`}`
  })
  return { title: words.journal, lines: lines.length === 0 ? [words.noJournal] : [lines.join(' · ')] }
}

function modeLines(format: ReportFormatter, { modes }: TankMonth): TextColumn {
  const { words } = format
  const lines = modes.map(({ name, from, until, by }) => {
    const seconds = (Date.parse(until) - Date.parse(from)) / 1000
    return `${format.moment(from)} ${words.modeNames[name]} (${format.duration(seconds)})${by ? `, ${by.name}` : ''}`
  })
  return { title: words.modes, lines: lines.length === 0 ? [words.noModes] : shortened(format, lines) }
}

function dutyLines(format: ReportFormatter, { duty, acknowledged_by }: TankMonth): TextColumn {
  const { words } = format
  const byName = Map.groupBy(duty, ({ name }) => name)
  const lines = [...byName].map(([name, shifts]) =>
    filled(words.dutyLine, { name, count: format.count(shifts.length) }),
  )
  const names = acknowledged_by.map(({ name, count }) => `${name} (${format.count(count)})`).join(', ')
  const acknowledged = names === '' ? [] : [filled(words.acknowledgements, { names })]
  return {
    title: words.duty,
    lines: [...(lines.length === 0 ? [words.noDuty] : shortened(format, lines)), ...acknowledged],
  }
}

function refusedLines(format: ReportFormatter, { metrics }: TankMonth): TextColumn {
  const { words } = format
  const lines = metrics.flatMap(({ metric, refused }: ReportMetric) =>
    refused.map(({ reason, count }) => `${words.metrics[metric]}: ${format.count(count)}, ${words.refusals[reason]}`),
  )
  return { title: words.refused, lines: lines.length === 0 ? [words.noRefused] : shortened(format, lines) }
}

function drawSignatures(
  page: PdfPage,
  { words }: ReportFormatter,
  { record, report }: ShownReport,
  origin: string | null,
  y: number,
): void {
  const width = 270
  ;[words.preparedBy, words.approvedBy].forEach((label, i) => {
    const x = LEFT + i * (width + 24)
    page.line(x, y + 78, x + width, y + 78, INK.black)
    page.text(`${label}:`, x, y + 84, { size: 11.5, width })
  })
  if (!record || origin === null) return
  const address = `${origin}/tanks/${report.tank.id}?tab=reports&hash=${record.hash}`
  page.qr(address, RIGHT - 92, y + 8, 92)
}

/** The last lines of each page, with their number. */
function drawFooters(page: PdfPage, format: ReportFormatter, { record, report }: ShownReport, hasCode: boolean): void {
  const { words } = format
  const { count } = page.doc.bufferedPageRange()
  const style: TextStyle = { ...SMALL, size: 10 }
  for (let i = 0; i < count; i += 1) {
    page.doc.switchToPage(i)
    page.line(LEFT, FOOTER + 6, RIGHT, FOOTER + 6, INK.line)
    const made = `${filled(words.made, { at: format.instant(report.made_at) })} · ${words.zone}`
    const number = filled(words.page, { page: i + 1, pages: count })
    const audit = report.audit && `${filled(words.audit, { day: report.audit.day })}: ${report.audit.hash.slice(0, 16)}`
    page.text(record ? `${words.hash}: ${record.hash}` : words.draftNote, LEFT, FOOTER + 12, { ...style, width: 430 })
    const before = record
      ? [`${words.previous}: ${record.previous_hash?.slice(0, 16) ?? words.none}`, audit, hasCode ? words.qr : null]
          .filter(Boolean)
          .join(' · ')
      : ''
    page.text(before, LEFT, FOOTER + 26, { ...style, width: 600 })
    page.text(made, LEFT + 434, FOOTER + 12, { ...style, align: 'right', width: INNER - 434 })
    page.text(number, LEFT + 604, FOOTER + 26, { ...style, align: 'right', width: INNER - 604 })
  }
}
