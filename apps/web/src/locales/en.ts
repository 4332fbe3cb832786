import accountMail from './en/account-mail.json' with { type: 'json' }
import alarmPage from './en/alarm-page.json' with { type: 'json' }
import alarmPerformance from './en/alarm-performance.json' with { type: 'json' }
import alarmStatistics from './en/alarm-statistics.json' with { type: 'json' }
import alarms from './en/alarms.json' with { type: 'json' }
import auth from './en/auth.json' with { type: 'json' }
import bulk from './en/bulk.json' with { type: 'json' }
import calibrations from './en/calibrations.json' with { type: 'json' }
import common from './en/common.json' with { type: 'json' }
import dashboard from './en/dashboard.json' with { type: 'json' }
import derived from './en/derived.json' with { type: 'json' }
import diagnosis from './en/diagnosis.json' with { type: 'json' }
import display from './en/display.json' with { type: 'json' }
import displayLinks from './en/display-links.json' with { type: 'json' }
import errors from './en/errors.json' with { type: 'json' }
import explore from './en/explore.json' with { type: 'json' }
import explorer from './en/explorer.json' with { type: 'json' }
import exported from './en/export.json' with { type: 'json' }
import firms from './en/firms.json' with { type: 'json' }
import forewarnings from './en/forewarnings.json' with { type: 'json' }
import handovers from './en/handovers.json' with { type: 'json' }
import home from './en/home.json' with { type: 'json' }
import incidents from './en/incidents.json' with { type: 'json' }
import journal from './en/journal.json' with { type: 'json' }
import reports from './en/reports.json' with { type: 'json' }
import keyProfiles from './en/key-profiles.json' with { type: 'json' }
import list from './en/list.json' with { type: 'json' }
import logs from './en/logs.json' with { type: 'json' }
import measurements from './en/measurements.json' with { type: 'json' }
import nav from './en/nav.json' with { type: 'json' }
import notifications from './en/notifications.json' with { type: 'json' }
import orders from './en/orders.json' with { type: 'json' }
import originRecord from './en/origin-record.json' with { type: 'json' }
import passkeys from './en/passkeys.json' with { type: 'json' }
import print from './en/print.json' with { type: 'json' }
import rangeTemplates from './en/range-templates.json' with { type: 'json' }
import reach from './en/reach.json' with { type: 'json' }
import settings from './en/settings.json' with { type: 'json' }
import sharedTank from './en/shared-tank.json' with { type: 'json' }
import tankModes from './en/tank-modes.json' with { type: 'json' }
import tanks from './en/tanks.json' with { type: 'json' }
import terminals from './en/terminals.json' with { type: 'json' }
import theme from './en/theme.json' with { type: 'json' }
import users from './en/users.json' with { type: 'json' }
import validation from './en/validation.json' with { type: 'json' }
import wall from './en/wall.json' with { type: 'json' }

/** All texts of the page in English, by feature. */
export const en = {
  accountMail,
  alarmPage,
  alarmPerformance,
  alarmStatistics,
  alarms,
  auth,
  bulk,
  calibrations,
  common,
  dashboard,
  derived,
  diagnosis,
  display,
  displayLinks,
  errors,
  explore,
  explorer,
  export: exported,
  firms,
  forewarnings,
  handovers,
  home,
  incidents,
  journal,
  reports,
  keyProfiles,
  list,
  logs,
  measurements,
  nav,
  notifications,
  orders,
  originRecord,
  passkeys,
  print,
  rangeTemplates,
  reach,
  settings,
  sharedTank,
  tankModes,
  tanks,
  terminals,
  theme,
  users,
  validation,
  wall,
}
