/**
 * The SVG path of a small line; a gap lifts the pen, a lonely point becomes a short stroke.
 * @param points plot coordinates, null where there is no value
 */
export function sparkPath(points: readonly ({ x: number; y: number } | null)[]): string {
  const parts: string[] = []
  points.forEach((point, i) => {
    if (!point) return
    const before = points[i - 1] ?? null
    const after = points[i + 1] ?? null
    const at = `${point.x.toFixed(1)} ${point.y.toFixed(1)}`
    parts.push(before ? `L${at}` : `M${at}`)
    if (!before && !after) parts.push('h0.1')
  })
  return parts.join('')
}
