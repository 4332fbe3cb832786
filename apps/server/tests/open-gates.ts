import type { HistoryGates, QualityGates } from '../src/features/measurements/quality/quality-gates.ts'

/** Gates that refuse nothing, for tests whose values may jump. */
export const OPEN_HISTORY_GATES: HistoryGates = {
  pass: (readings) => readings.map((reading) => ({ ...reading, refused: null })),
}

export const OPEN_GATES: QualityGates = {
  pass: (readings) => Promise.resolve(OPEN_HISTORY_GATES.pass(readings)),
  forget: () => undefined,
}
