// Which way dependencies may point; the reasons stand in docs/architecture.md.

/** Tests and their helpers may use the test kit and look inside a module. */
const TEST_CODE = '(\\.test\\.tsx?$|/testing/|^tests/|^bench/|^tools/|-suite\\.ts$)'

const mayOnlyUse = (folder, others) => ({
  name: `${folder.replace('/', '-')}-uses-only-${others.length === 0 ? 'itself' : others.join('-')}`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: TEST_CODE },
  to: {
    path: '^(apps|packages|tests|bench|tools)/',
    pathNot: [`^${folder}/`, ...others.map((name) => `^packages/${name}/`)],
  },
})

const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

const between = [
  mayOnlyUse('packages/backup-format', []),
  mayOnlyUse('packages/contract', []),
  mayOnlyUse('packages/embedded-postgres', []),
  mayOnlyUse('packages/phone-protocol', []),
  mayOnlyUse('packages/weapp-runner', ['testkit']),
  mayOnlyUse('packages/phone-driver', ['contract', 'phone-protocol']),
  mayOnlyUse('packages/virtual-phone', ['contract', 'phone-protocol']),
  mayOnlyUse('packages/player', ['contract', 'phone-protocol']),
  mayOnlyUse('packages/testkit', ['contract', 'embedded-postgres']),
  mayOnlyUse('apps/client', ['contract', 'player']),
  mayOnlyUse('apps/console', ['contract', 'player']),
  mayOnlyUse('apps/server', ['backup-format', 'contract', 'phone-driver', 'phone-protocol', 'embedded-postgres']),
  forbid('production-never-uses-tests', { pathNot: TEST_CODE }, { path: '\\.test\\.tsx?$|/testing/' }),
]

const SERVER = '^apps/server/src'
/** A module is a folder in its domain; messages and space are domains of one module, beside which space has its files. */
const MODULE = `${SERVER}/modules/(?:space/files|(?:(?:accounts|commerce|configuration|content|devices|telemetry)/)?[^/]+)`
const WIRING = `${SERVER}/(app|main|wiring|gateway-main|backup/main)\\.ts$|${SERVER}/wiring/`

const inServer = [
  forbid(
    'server-platform-is-lowest',
    { path: `${SERVER}/(platform|tables)/`, pathNot: TEST_CODE },
    { path: `${SERVER}/`, pathNot: `${SERVER}/(platform|tables)/` },
  ),
  forbid(
    'server-store-below-use-cases',
    { path: `(${MODULE})/[a-z-]*store\\.ts$` },
    // Besides other stores: prices and message texts, which are pure.
    { path: '^$1/', pathNot: '(store|/price)\\.ts$|/templates/' },
  ),
  forbid(
    'server-use-cases-below-routes',
    { path: `${MODULE}/`, pathNot: ['routes\\.ts$', '/index\\.ts$', TEST_CODE] },
    { path: `${MODULE}/routes\\.ts$` },
  ),
  forbid(
    'server-module-through-its-index',
    { path: `(${MODULE})/`, pathNot: TEST_CODE },
    { path: `${SERVER}/modules/.+/`, pathNot: ['^$1/', `${MODULE}/index\\.ts$`] },
  ),
  forbid(
    'server-others-through-the-index',
    { path: `${SERVER}/`, pathNot: [`${SERVER}/modules/`, TEST_CODE] },
    { path: `${SERVER}/modules/.+/`, pathNot: `${MODULE}/index\\.ts$` },
  ),
  forbid(
    'server-adapters-only-in-wiring',
    { path: `${SERVER}/`, pathNot: [WIRING, `${SERVER}/adapters/`, TEST_CODE] },
    { path: `${SERVER}/adapters/` },
  ),
  forbid(
    'server-adapters-know-only-platform',
    { path: `${SERVER}/adapters/`, pathNot: TEST_CODE },
    { path: `${SERVER}/`, pathNot: `${SERVER}/(platform|adapters)/` },
  ),
]

const CLIENT = '^apps/client/src'
/** A feature is a folder in its domain; messages and telemetry are domains of one feature. */
const FEATURE = `${CLIENT}/features/(?:(?:accounts|commerce|devices)/)?[^/]+`

const inClient = [
  forbid(
    'client-shared-is-lowest',
    { path: `${CLIENT}/shared/` },
    { path: `${CLIENT}/`, pathNot: `${CLIENT}/(shared|assets)/` },
  ),
  forbid('client-features-below-pages', { path: `${CLIENT}/features/` }, { path: `${CLIENT}/(pages/|app\\.)` }),
  forbid('client-features-never-cross', { path: `(${FEATURE})/` }, { path: `${CLIENT}/features/`, pathNot: '^$1/' }),
  forbid(
    'client-pages-never-cross',
    { path: `${CLIENT}/pages/(.+/)[^/]+$` },
    { path: `${CLIENT}/pages/`, pathNot: `${CLIENT}/pages/$1` },
  ),
  forbid(
    'client-taro-only-in-platform',
    { path: `${CLIENT}/`, pathNot: [`${CLIENT}/shared/platform/`, TEST_CODE] },
    { path: 'node_modules/@tarojs/taro/' },
  ),
]

const anywhere = [
  forbid('no-circles', {}, { circular: true }),
  forbid('everything-resolves', {}, { couldNotResolve: true }),
]

export default {
  forbidden: [...between, ...inServer, ...inClient, ...anywhere],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: [
        '.ts',
        '.tsx',
        '.h5.ts',
        '.h5.tsx',
        '.weapp.ts',
        '.weapp.tsx',
        '.mjs',
        '.js',
        '.css',
        '.json',
        '.d.ts',
      ],
    },
  },
}
