/** Separate from the queries, because live messages need only the keys. */
export const dashboardKeys = {
  all: ['dashboard'] as const,
  stats: (window_hours: number) => ['dashboard', 'stats', window_hours] as const,
  summary: (window_hours: number) => ['dashboard', 'summary', window_hours] as const,
  systemMetrics: ['dashboard', 'system-metrics'] as const,
  silentTerminals: ['dashboard', 'silent-terminals'] as const,
}
