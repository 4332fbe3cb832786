/** Alarms and excursions (`migrations/0004_alarms.ts`). */
// oxlint-disable-next-line no-empty-interface
export interface AlarmTables {}
