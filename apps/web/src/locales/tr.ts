import alarms from './tr/alarms.json' with { type: 'json' }
import auth from './tr/auth.json' with { type: 'json' }
import common from './tr/common.json' with { type: 'json' }
import errors from './tr/errors.json' with { type: 'json' }
import home from './tr/home.json' with { type: 'json' }
import measurements from './tr/measurements.json' with { type: 'json' }
import nav from './tr/nav.json' with { type: 'json' }

/** The Turkish texts of the first load: shell, sign-in, home. Another feature's page adds its own (`i18next.addResourceBundle`). */
export const tr = {
  alarms,
  auth,
  common,
  errors,
  home,
  measurements,
  nav,
}
