import {
  mdiAlarmSnooze,
  mdiAlert,
  mdiAlertOctagon,
  mdiCancel,
  mdiCheckCircle,
  mdiCloudOffOutline,
  mdiContrastBox,
  mdiDeleteForever,
  mdiInformation,
  mdiKeyRemove,
  mdiPalette,
  mdiPower,
  mdiRadio,
  mdiRestore,
  mdiSailBoat,
  mdiSpa,
  mdiTimerSand,
  mdiWeatherNight,
  mdiWeatherSunset,
  mdiWhiteBalanceSunny,
  mdiWrench,
} from '@mdi/js'

/** Icons by the names that the themes' tokens use. */
const BY_NAME: Readonly<Record<string, string>> = {
  CheckCircle: mdiCheckCircle,
  PowerSettingsNew: mdiPower,
  Build: mdiWrench,
  KeyOff: mdiKeyRemove,
  Block: mdiCancel,
  DeleteForever: mdiDeleteForever,
  CloudOff: mdiCloudOffOutline,
  HourglassBottom: mdiTimerSand,
  Report: mdiAlertOctagon,
  Warning: mdiAlert,
  Info: mdiInformation,
  Restore: mdiRestore,
  Snooze: mdiAlarmSnooze,
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
