import { expect, test } from 'vitest'
import { knownPlaces } from './known-places.ts'

test.each([
  ['izmir', 'urla', 'İzmir', 'Urla'],
  ['IGDIR', 'merkez', 'Iğdır', 'Merkez'],
  ['MUGLA', 'Bodrum', 'Muğla', 'Bodrum'],
  ['Kıbrıs', 'Girne', 'Kıbrıs', 'Girne'],
  ['İzmir', 'Bodrum ilçesi', 'İzmir', 'Bodrum ilçesi'],
])('%s, %s is spelled %s, %s', async (province, district, itsProvince, itsDistrict) => {
  const spell = await knownPlaces()
  expect(spell(province, district)).toEqual({ province: itsProvince, district: itsDistrict })
})

test('an omitted province or district stays omitted', async () => {
  const spell = await knownPlaces()
  expect(spell(undefined, undefined)).toEqual({ province: undefined, district: undefined })
})
