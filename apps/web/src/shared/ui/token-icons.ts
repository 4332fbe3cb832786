import {
  mdiContrastBox,
  mdiInformation,
  mdiPalette,
  mdiRadio,
  mdiSailBoat,
  mdiSpa,
  mdiWeatherNight,
  mdiWeatherSunset,
  mdiWhiteBalanceSunny,
} from '@mdi/js'

/** The themes' icons, by the names that their tokens use. */
const BY_NAME: Readonly<Record<string, string>> = {
  LightMode: mdiWhiteBalanceSunny,
  DarkMode: mdiWeatherNight,
  FilterBAndW: mdiContrastBox,
  Palette: mdiPalette,
  Spa: mdiSpa,
  Radio: mdiRadio,
  WbTwilight: mdiWeatherSunset,
  Sailing: mdiSailBoat,
}

export function tokenIcon(name: string): string {
  return BY_NAME[name] ?? mdiInformation
}
