/**
 * SQL: the least and the greatest value of a metric in a row of a roll-up, and their number. Null in the table stands for what follows from the
 * rest of the row; rows of older versions say everything.
 * @param prefix of the columns, such as `m.`
 */
export function rolledParts(metric: string, prefix = ''): Record<'min' | 'max' | 'n', string> {
  const of = (part: string) => `${prefix}${metric}_${part}`
  return {
    min: `coalesce(${of('min')}, ${of('avg')})`,
    max: `coalesce(${of('max')}, ${of('avg')})`,
    n: `case when ${of('avg')} is null then 0 else coalesce(${of('n')}, ${prefix}n) end`,
  }
}
