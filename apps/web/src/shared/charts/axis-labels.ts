const ZONE = 'Europe/Istanbul'
const DAY = 86_400

const clock = new Intl.DateTimeFormat('tr-TR', { timeZone: ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const clockWithSeconds = new Intl.DateTimeFormat('tr-TR', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
// tr-TR writes a day and month without year as 09/07; the interface writes 09.07.
const dayParts = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, day: '2-digit', month: '2-digit' })
const number = new Intl.NumberFormat('tr-TR', { maximumFractionDigits: 6 })

/**
 * Labels of a time axis, 24 h, Istanbul time; below midnight stands the day.
 * @param stepSeconds distance of the ticks
 */
export function timeLabels(splits: readonly number[], stepSeconds: number): string[] {
  return splits.map((seconds) => {
    const ms = seconds * 1000
    if (stepSeconds >= DAY) return dayLabel(ms)
    const time = (stepSeconds < 60 ? clockWithSeconds : clock).format(ms)
    return time === '00:00' ? `${time}\n${dayLabel(ms)}` : time
  })
}

function dayLabel(ms: number): string {
  return dayParts.format(ms).replace('/', '.')
}

/** Labels of a number axis, with a decimal comma and a true minus. @param step distance of the ticks */
export function numberLabels(splits: readonly number[], step: number): string[] {
  return splits.map((value) => {
    // Ticks are sums of steps: 0.30000000000000004 and -1.4e-17 are 0,3 and 0.
    const clean = Math.round((value / step) * 1e6) * (step / 1e6)
    return number.format(clean === 0 ? 0 : Number(clean.toPrecision(10))).replace('-', '−')
  })
}
