import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Limits } from '@dalyan/contracts/out-of-range'

/** A text that states the limits, read in full or in the part that states them. */
interface Source {
  title: string
  address: string
}

/** Limits to begin with. A metric for which no readable source states a limit for culture or holding is left out: a blank is better than a guess. */
export interface SpeciesPreset {
  /** Its words in the locale files. */
  key: 'sea_bass' | 'turbot' | 'freshwater_fish' | 'tilapia' | 'sturgeon' | 'lobster' | 'snow_crab' | 'shellfish_waters'
  limits: Partial<Record<MetricKey, Limits>>
  sources: readonly Source[]
}

const from = (min: number): Limits => ({ min, max: null })
const upTo = (max: number): Limits => ({ min: null, max })
const within = (min: number, max: number): Limits => ({ min, max })

/**
 * What was looked for and is left out: rainbow trout, gilthead bream, whiteleg shrimp, carp, mussels and oysters (sources that contradict each other,
 * name no species, or give what animals survive or prefer instead of a limit).
 */
export const SPECIES_PRESETS: readonly SpeciesPreset[] = [
  {
    key: 'sea_bass',
    limits: { tank_temperature: within(18, 26) },
    sources: [
      {
        title: 'fair-fish database: Dicentrarchus labrax, farm advice',
        address: 'https://fair-fish-database.net/db/species/dicentrachus-labrax/farm/advice',
      },
    ],
  },
  {
    key: 'turbot',
    limits: { tank_temperature: upTo(18) },
    sources: [
      {
        title: 'Turkish Journal of Zoology: effect of water temperature on growth of hatchery reared Black Sea turbot',
        address: 'https://journals.tubitak.gov.tr/zoology/abstract.htm?id=4667',
      },
    ],
  },
  {
    key: 'freshwater_fish',
    limits: { ph: within(6.5, 9), dissolved_oxygen: from(5) },
    sources: [
      {
        title: 'Texas Parks and Wildlife, Fish Health and Genetics Laboratory: routine water quality monitoring',
        address: 'https://tpwd.texas.gov/fishboat/fish/management/hatcheries/fw_fish_lab/lab1.phtml',
      },
    ],
  },
  {
    key: 'tilapia',
    limits: { tank_temperature: within(20, 30), ph: within(6, 9), dissolved_oxygen: from(4) },
    sources: [
      {
        title: 'NAFIS Kenya: environmental requirements of fish farming',
        address: 'http://www.nafis.go.ke/livestock/fish-farming/environmental-requirements/',
      },
    ],
  },
  {
    key: 'sturgeon',
    limits: { tank_temperature: within(20, 26), ph: within(6.5, 8.5), dissolved_oxygen: from(5) },
    sources: [
      {
        title: 'Oregon Explorer: aquaculture system overview, sturgeon recirculating system',
        address:
          'https://oregonexplorer.info/content/aquaculture-system-overview-sturgeon-recirculating-system-ras?topic=51186&ptopic=2',
      },
    ],
  },
  {
    key: 'lobster',
    limits: { tank_temperature: within(4.5, 10), ph: within(7, 8.4), dissolved_oxygen: from(3) },
    sources: [
      {
        title: 'Food processing: live holding (temperature)',
        address: 'https://www.barnardhealth.us/food-processing/live-holding.html',
      },
      { title: 'KTE: pH of lobster tanks', address: 'http://www.kteinfo.com/ccp-minder/ph-acidity/' },
      { title: 'KTE: oxygen of lobster tanks', address: 'http://www.kteinfo.com/ccp-minder/dissolved-oxygen/' },
    ],
  },
  {
    key: 'snow_crab',
    limits: { tank_temperature: upTo(6), oxygen_saturation: from(80) },
    sources: [
      {
        title: 'Nofima: how to store and transport live snow crab',
        address: 'https://nofima.no/en/worth-knowing/how-to-store-and-transport-live-snow-crab/',
      },
    ],
  },
  {
    key: 'shellfish_waters',
    limits: { ph: within(7, 9), salinity: within(12, 38), oxygen_saturation: from(70) },
    sources: [
      {
        title: 'SR (NI) 1997/489, schedule 1: pH, oxygen (directive 79/923/EEC)',
        address: 'https://www.legislation.gov.uk/nisr/1997/489/schedule/1/made/data.html',
      },
      {
        title: 'SR (NI) 2015/351, schedule 5: salinity',
        address: 'https://www.legislation.gov.uk/nisr/2015/351/schedule/5/part/1/made',
      },
    ],
  },
]

/** Whether the limits of a metric are still those of the preset. */
export function isPreset(preset: SpeciesPreset | null, metric: MetricKey, limits: Limits): boolean {
  const given = preset?.limits[metric]
  return given !== undefined && given.min === limits.min && given.max === limits.max
}
