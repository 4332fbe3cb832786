/** `İzmir / Urla`, or the part that is known; empty without both. */
export function placeOf({ province, district }: { province: string | null; district: string | null }): string {
  return [province, district].filter(Boolean).join(' / ')
}
