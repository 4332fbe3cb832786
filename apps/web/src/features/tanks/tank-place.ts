import type { Tank } from '@dalyan/contracts/tanks'

/** `İzmir / Urla`, what there is of it; empty when nothing is known. */
export function placeOf({ province, district }: Pick<Tank, 'province' | 'district'>): string {
  return [province, district].filter(Boolean).join(' / ')
}
