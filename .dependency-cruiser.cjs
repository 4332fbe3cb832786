// Feature names are captured ($2), so a new feature is guarded the day it is born. Why each rule: ARCHITECTURE.md.
const forbid = (name, from, to) => ({ name, severity: 'error', from, to: { dependencyTypesNot: ['type-only'], ...to } })
const TESTS = '/tests/|\\.test\\.|^tests/'
const livesIn = (technology, place) =>
  forbid(
    `${technology} lives only in ${place}`,
    { path: '^(apps|packages)/', pathNot: `${place}|${TESTS}` },
    { path: `node_modules/(${technology})/` },
  )

/** The web's features from the lowest up: each may use what the ones before it lend in their `public/`, types included. */
const WEB_FEATURES = [
  'branding',
  'records',
  'forewarnings',
  'settings',
  'auth',
  'logs',
  'alarms',
  'journal',
  'calibrations',
  'measurements',
  'reports',
  'notifications',
  'wall',
  'display-links',
  'orders',
  'home',
  'handovers',
  'dashboard',
  'firms',
  'users',
  'range-templates',
  'terminals',
  'tanks',
  'profile',
]
const IN_WEB_FEATURES = '^apps/web/src/features/'
const webFeatureOrder = [
  ...WEB_FEATURES.map((feature, index) => ({
    name: `${feature} uses the public parts of lower features`,
    severity: 'error',
    from: { path: `${IN_WEB_FEATURES}${feature}/`, pathNot: TESTS },
    to: {
      path: IN_WEB_FEATURES,
      pathNot: `${IN_WEB_FEATURES}(${feature}/|(${WEB_FEATURES.slice(0, index).join('|')})/public/)`,
    },
  })),
  {
    name: 'a feature outside the order uses no other',
    severity: 'error',
    from: { path: `${IN_WEB_FEATURES}([^/]+)/`, pathNot: `${IN_WEB_FEATURES}(${WEB_FEATURES.join('|')})/|${TESTS}` },
    to: { path: IN_WEB_FEATURES, pathNot: `${IN_WEB_FEATURES}$1/` },
  },
]

module.exports = {
  forbidden: [
    { name: 'every import resolves', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    {
      name: 'no cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no cycles on the web, types included',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: TESTS },
      to: { circular: true },
    },
    forbid(
      'contracts need only zod',
      { path: '^packages/contracts', pathNot: TESTS },
      { pathNot: '^packages/contracts|node_modules/zod/' },
    ),
    forbid(
      'web and server meet only in contracts',
      { path: '^apps/([^/]+)/', pathNot: TESTS },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'tools are outside: they know contracts alone',
      { path: '^tools/([^/]+)/' },
      { path: '^(apps|tools)/', pathNot: '^tools/$1/' },
    ),
    forbid(
      "the server's features know each other by type only",
      { path: '^(apps/server/src/features)/([^/]+)/', pathNot: TESTS },
      { path: '^$1/', pathNot: `^$1/$2/` },
    ),
    ...webFeatureOrder,
    forbid(
      'core knows no feature',
      { path: '/server/src/core/', pathNot: TESTS },
      { path: '/src/(features|ingest|realtime|app)' },
    ),
    {
      name: 'on the web shared lies below the features, and they below app',
      severity: 'error',
      from: { path: '/web/src/(shared|features)/', pathNot: TESTS },
      to: { path: '/web/src/(app|main)' },
    },
    {
      name: "the web's shared knows no feature",
      severity: 'error',
      from: { path: '/web/src/shared/', pathNot: TESTS },
      to: { path: '/web/src/features/' },
    },
    forbid(
      'rules are pure',
      { path: '\\.rules\\.ts$' },
      { pathNot: '^packages/contracts|\\.rules\\.ts$|node_modules/simple-statistics/' },
    ),
    livesIn('kysely|pg|pg-[^/]+', '\\.(repository|sql)\\.ts$|/core/database|/migrations/'),
    livesIn('mqtt|mqtt-packet', '/server/src/ingest/'),
    livesIn('socket\\.io|socket\\.io-client', '/server/src/realtime/|/web/src/shared/live/'),
    livesIn('fastify|@fastify/[^/]+', '\\.routes\\.ts$|/core/'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.base.json' },
    exclude: { path: '^(apps|packages|tools)/[^/]+/dist/' }, // a bare "dist/" would also hide node_modules/kysely/dist
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
}
