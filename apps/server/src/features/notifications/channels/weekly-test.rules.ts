const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
/** Türkiye, all year. */
const ZONE_MS = 3 * HOUR_MS
const FROM_HOUR = 9
const TO_HOUR = 20
/** Some Monday at nine there. */
const A_MONDAY_MS = Date.parse('2024-01-01T00:00:00.000Z') - ZONE_MS + FROM_HOUR * HOUR_MS

/** The number of the week, which begins on Monday at nine; each channel is tested once a week. */
export function testWeekOf(now: number): number {
  return Math.floor((now - A_MONDAY_MS) / WEEK_MS)
}

/** A test message must not wake a user: one missed while the server was down waits for the day. */
export function isTestHour(now: number): boolean {
  const hour = new Date(now + ZONE_MS).getUTCHours()
  return hour >= FROM_HOUR && hour < TO_HOUR
}
