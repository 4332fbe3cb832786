/** The windows that the page offers, in hours: one, six, a day, three days, a week. */
export const WINDOWS = [1, 6, 24, 72, 168] as const
export const USUAL_WINDOW = 24

/** The address of the page, `?window_hours=6`; the usual window is left out. */
export interface DashboardSearch {
  window_hours?: (typeof WINDOWS)[number] | undefined
}

export function readDashboardSearch({ window_hours }: Readonly<Record<string, unknown>>): DashboardSearch {
  const wanted = WINDOWS.find((hours) => String(hours) === String(window_hours))
  return wanted === undefined || wanted === USUAL_WINDOW ? {} : { window_hours: wanted }
}
