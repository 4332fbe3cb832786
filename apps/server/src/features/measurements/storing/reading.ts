/** An accepted reading that is not stored yet. */
export interface Reading {
  terminal_id: number
  /** The tank at `measured_at`; null: none, or the terminal is suspended. */
  tank_id: number | null
  /** Epoch milliseconds. */
  measured_at: number
  received_at: number
  /** In the order of the registry (`METRICS`), null: not measured. Already rounded to the database's reals (`Math.fround`). */
  values: readonly (number | null)[]
  /** The terminal's clock was wrong; `measured_at` is the time of arrival. */
  clock_skew: boolean
}

/** A reading with its evaluation, which is stored with it and stays when the limits change. */
export interface EvaluatedReading extends Reading {
  /** One bit for each metric outside the limits of the tank: 2 for the first metric, 4 for the second … (`outOfRangeBit`). */
  out_of_range: number
  /** Version of the limits that it was evaluated by. */
  limits_version: number
}

/**
 * The outcome of storing a reading. `merged`: it added metrics to the stored one. `conflict`: a stored metric has a
 * different value, which stays. `merged_in_part`: both.
 */
export type Outcome = 'stored' | 'duplicate' | 'merged' | 'merged_in_part' | 'conflict'
