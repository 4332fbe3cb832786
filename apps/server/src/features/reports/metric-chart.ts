import type { ReportDay, ReportMetric } from '@dalyan/contracts/reports'
import { INK, INNER, PAGE, type PdfPage } from './pdf-page.ts'
import type { ReportFormatter } from './report-words.ts'

/** A title with figures, the plot, and the days below it, in CSS pixels. */
export const METRIC_HEIGHT = 118
/** `edge`: space for the arrows of values beyond the scale. */
const PLOT = { left: PAGE.margin + 42, top: 18, height: 78, edge: 9 } as const
const PLOT_WIDTH = PAGE.width - PAGE.margin - PLOT.left - 4
/** The share of the plot above and below the limits. */
const AROUND = 0.35
const BAR = 5
const BAR_OUT = 9
/** A short gap is drawn this wide, so that it stays visible. */
const LEAST_HATCH = 4
const LABELLED_EVERY = 5
const LABEL = { size: 10, colour: INK.grey } as const

/** Limits that hold for successive days. */
interface DaysBand {
  /** Positions of the days; `to` is exclusive. */
  from: number
  to: number
  min: number | null
  max: number | null
}

/** Draws one metric: its least, mean and greatest value of each day over the limits in force. */
export function drawMetric(page: PdfPage, format: ReportFormatter, metric: ReportMetric, y: number): void {
  const { words } = format
  const { stats, days } = metric
  page.text(format.metric(metric.metric), PAGE.margin, y, { size: 13, font: 'bold', width: 250 })
  const shown = (value: number | null) => format.value(value, metric.metric)
  const figures = [
    [words.least, stats.min],
    [words.mean, stats.avg],
    [words.greatest, stats.max],
  ] as const
  figures.forEach(([word, value], i) => {
    const x = PAGE.margin + 260 + i * 100
    page.text(word, x, y + 2, { size: 11, width: 50, align: 'right' })
    page.text(shown(value), x + 54, y + 2, { size: 11, font: 'medium', width: 46 })
  })
  page.text(outOfRangeText(format, metric), PAGE.margin + 550, y + 2, {
    size: 11,
    font: 'medium',
    width: INNER - 550,
    align: 'right',
  })

  const bands = bandsOf(metric)
  const [low, high] = scaleOf(days, bands)
  const top = y + PLOT.top
  const step = PLOT_WIDTH / days.length
  const xOf = (day: number) => PLOT.left + day * step
  const inside = PLOT.height - 2 * PLOT.edge
  const yOf = (value: number) => top + PLOT.edge + inside - ((clamped(value, low, high) - low) / (high - low)) * inside

  for (const band of bands) drawBand(page, band, { xOf, yOf, top })
  const limits = bands.flatMap(({ min, max }) => [min, max]).filter((value) => value !== null)
  for (const value of new Set(limits.length > 0 ? limits : [stats.min, stats.max]))
    if (value !== null)
      page.text(shown(value), PAGE.margin - 4, yOf(value) - 7, { ...LABEL, width: 42, align: 'right' })
  page.line(PLOT.left, top + PLOT.height, PLOT.left + PLOT_WIDTH, top + PLOT.height, INK.line)

  days.forEach((day, i) => {
    const middle = xOf(i) + step / 2
    const missing = (1 - day.covered) * step
    if (missing > 0)
      page.hatch(middle - Math.max(missing, LEAST_HATCH) / 2, top, Math.max(missing, LEAST_HATCH), PLOT.height)
    drawDay(page, day, bandAt(bands, i), { middle, yOf, low, high })
    if (i % LABELLED_EVERY === 0 || i === days.length - 1)
      page.text(String(i + 1), middle - 15, top + PLOT.height + 3, { ...LABEL, width: 30, align: 'center' })
  })
  if (stats.count === 0)
    page.text(words.noData, PLOT.left, top + PLOT.height / 2 - 8, {
      size: 13,
      font: 'medium',
      colour: INK.grey,
      width: PLOT_WIDTH,
      align: 'center',
    })
}

function outOfRangeText({ words, duration }: ReportFormatter, { stats, limits }: ReportMetric): string {
  const seconds = stats.out_of_range_seconds ?? 0
  if (seconds === 0 && limits.length === 0) return words.noLimits
  return `${words.outOfRange} ${seconds === 0 ? words.none : duration(seconds)}`
}

interface Axes {
  xOf: (day: number) => number
  yOf: (value: number) => number
  top: number
}

function drawBand(page: PdfPage, { from, to, min, max }: DaysBand, { xOf, yOf, top }: Axes): void {
  if (min === null && max === null) return
  const [left, right] = [xOf(from), xOf(to)]
  const upper = max === null ? top : yOf(max)
  const lower = min === null ? top + PLOT.height : yOf(min)
  page.rect(left, upper, right - left, lower - upper, INK.band)
  for (const value of [min, max]) if (value !== null) page.line(left, yOf(value), right, yOf(value), INK.dash, 1, 4)
}

interface DayAxes {
  middle: number
  yOf: (value: number) => number
  low: number
  high: number
}

function drawDay(
  page: PdfPage,
  { min, avg, max }: ReportDay,
  band: DaysBand | undefined,
  { middle, yOf, low, high }: DayAxes,
): void {
  if (min === null || avg === null || max === null) return
  const bar = (from: number, to: number, width: number, colour: string) => {
    const [upper, lower] = [yOf(to), yOf(from)]
    page.rect(middle - width / 2, upper, width, Math.max(lower - upper, 1.5), colour)
  }
  const [least, greatest] = [band?.min ?? -Infinity, band?.max ?? Infinity]
  if (max >= least && min <= greatest) bar(Math.max(min, least), Math.min(max, greatest), BAR, INK.bar)
  if (min < least) bar(min, Math.min(max, least), BAR_OUT, INK.out)
  if (max > greatest) bar(Math.max(min, greatest), max, BAR_OUT, INK.out)
  // A value beyond the scale is an arrow at its edge.
  const tip = (at: number, by: number) =>
    page.polygon(
      [
        [middle - 5, at],
        [middle + 5, at],
        [middle, at + by],
      ],
      INK.out,
    )
  if (max > high) tip(yOf(high) - 1.5, -7)
  if (min < low) tip(yOf(low) + 1.5, 7)
  page.line(middle - 7, yOf(avg), middle + 7, yOf(avg), INK.black, 1.8)
}

/** The limits of each day, in runs of days with the same limits. */
function bandsOf({ days, limits }: ReportMetric): DaysBand[] {
  const bands: DaysBand[] = []
  days.forEach(({ day }, i) => {
    // Noon decides: a change of limits is drawn with the day on which it held longer.
    const noon = Date.parse(`${day}T09:00:00.000Z`) / 1000
    const step = limits.findLast(({ from }) => from <= noon) ?? limits[0]
    const [min, max] = [step?.min ?? null, step?.max ?? null]
    const last = bands.at(-1)
    if (last?.min === min && last.max === max) last.to = i + 1
    else bands.push({ from: i, to: i + 1, min, max })
  })
  return bands
}

function bandAt(bands: readonly DaysBand[], day: number): DaysBand | undefined {
  return bands.find(({ from, to }) => day >= from && day < to)
}

/** The lowest and highest value of the scale: the limits with a margin around them, or where a side has none, the values. */
function scaleOf(days: readonly ReportDay[], bands: readonly DaysBand[]): [number, number] {
  const values = days.flatMap(({ min, max }) => (min === null || max === null ? [] : [min, max]))
  const mins = bands.flatMap(({ min }) => min ?? [])
  const maxs = bands.flatMap(({ max }) => max ?? [])
  const low = mins.length > 0 ? Math.min(...mins) : Math.min(...values, ...maxs)
  const high = maxs.length > 0 ? Math.max(...maxs) : Math.max(...values, ...mins)
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1]
  const margin = Math.max((high - low) * AROUND, Math.abs(high) * 0.01, 0.1)
  return [low - margin, high + margin]
}

function clamped(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
