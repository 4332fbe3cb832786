import type { Firm } from '@dalyan/contracts/firms'

/** `İzmir / Urla`, what there is of it; empty when nothing is known. */
export function placeOfFirm({ province, district }: Pick<Firm, 'province' | 'district'>): string {
  return [province, district].filter(Boolean).join(' / ')
}
