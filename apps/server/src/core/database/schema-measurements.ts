/** Measurements, the latest values and the roll-ups (`migrations/0003_measurements.ts`). */
// oxlint-disable-next-line no-empty-interface
export interface MeasurementTables {}
