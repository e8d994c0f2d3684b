import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import config from '../.dependency-cruiser.mjs'
import { cruiseFolders, findFolderCycles, findUnseen } from './dependency-direction.ts'

/** One forbidden import for each rule. */
const BROKEN: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['packages-backup-format-uses-only-itself', 'packages/backup-format/src/a.ts', 'packages/contract/src/x.ts'],
  ['packages-contract-uses-only-itself', 'packages/contract/src/a.ts', 'packages/testkit/src/x.ts'],
  ['packages-embedded-postgres-uses-only-itself', 'packages/embedded-postgres/src/a.ts', 'packages/contract/src/x.ts'],
  ['packages-phone-protocol-uses-only-itself', 'packages/phone-protocol/src/a.ts', 'packages/contract/src/x.ts'],
  ['packages-weapp-runner-uses-only-testkit', 'packages/weapp-runner/src/a.ts', 'packages/contract/src/x.ts'],
  [
    'packages-phone-driver-uses-only-contract-phone-protocol',
    'packages/phone-driver/src/a.ts',
    'packages/player/src/x.ts',
  ],
  [
    'packages-virtual-phone-uses-only-contract-phone-protocol',
    'packages/virtual-phone/src/a.ts',
    'packages/phone-driver/src/x.ts',
  ],
  ['packages-player-uses-only-contract-phone-protocol', 'packages/player/src/a.ts', 'packages/virtual-phone/src/x.ts'],
  ['packages-testkit-uses-only-contract-embedded-postgres', 'packages/testkit/src/a.ts', 'apps/server/src/app.ts'],
  ['apps-client-uses-only-contract-player', 'apps/client/src/shared/a.ts', 'packages/testkit/src/x.ts'],
  ['apps-console-uses-only-contract-player', 'apps/console/src/a.ts', 'apps/client/src/shared/x.ts'],
  [
    'apps-server-uses-only-backup-format-contract-phone-driver-phone-protocol-embedded-postgres',
    'apps/server/src/platform/a.ts',
    'packages/virtual-phone/src/x.ts',
  ],
  ['production-never-uses-tests', 'apps/server/src/platform/b.ts', 'apps/server/src/testing/x.ts'],
  ['server-platform-is-lowest', 'apps/server/src/platform/c.ts', 'apps/server/src/modules/commerce/coupons/index.ts'],
  [
    'server-store-below-use-cases',
    'apps/server/src/modules/commerce/coupons/store.ts',
    'apps/server/src/modules/commerce/coupons/grant-coupon.ts',
  ],
  [
    'server-use-cases-below-routes',
    'apps/server/src/modules/commerce/orders/create-order.ts',
    'apps/server/src/modules/commerce/orders/routes.ts',
  ],
  [
    'server-module-through-its-index',
    'apps/server/src/modules/commerce/orders/price-lines.ts',
    'apps/server/src/modules/commerce/coupons/store.ts',
  ],
  ['server-others-through-the-index', 'apps/server/src/seed/a.ts', 'apps/server/src/modules/commerce/coupons/store.ts'],
  [
    'server-adapters-only-in-wiring',
    'apps/server/src/modules/commerce/coupons/sms.ts',
    'apps/server/src/adapters/sms/x.ts',
  ],
  [
    'server-adapters-know-only-platform',
    'apps/server/src/adapters/sms/y.ts',
    'apps/server/src/modules/commerce/coupons/index.ts',
  ],
  ['client-shared-is-lowest', 'apps/client/src/shared/b.ts', 'apps/client/src/features/accounts/login/x.ts'],
  [
    'client-features-below-pages',
    'apps/client/src/features/accounts/login/a.ts',
    'apps/client/src/pages/login/login.ts',
  ],
  [
    'client-features-never-cross',
    'apps/client/src/features/accounts/login/b.ts',
    'apps/client/src/features/accounts/security/x.ts',
  ],
  ['client-pages-never-cross', 'apps/client/src/pages/pay/pay.ts', 'apps/client/src/pages/login/login.ts'],
  ['client-taro-only-in-platform', 'apps/client/src/shared/c.ts', 'node_modules/@tarojs/taro/index.js'],
  ['no-circles', 'packages/contract/src/circle.ts', 'packages/contract/src/round.ts'],
  ['everything-resolves', 'packages/contract/src/c.ts', 'packages/contract/src/nowhere'],
]

const ALLOWED: readonly (readonly [from: string, to: string])[] = [
  ['apps/server/src/wiring.ts', 'apps/server/src/adapters/sms/x.ts'],
  ['apps/server/src/wiring.ts', 'apps/server/src/modules/commerce/coupons/index.ts'],
  ['apps/server/src/modules/commerce/orders/routes.ts', 'apps/server/src/modules/commerce/coupons/index.ts'],
  ['apps/server/src/modules/commerce/orders/orders.db.test.ts', 'packages/testkit/src/x.ts'],
  ['apps/client/src/pages/login/view.ts', 'apps/client/src/features/accounts/login/x.ts'],
  ['apps/client/src/features/accounts/login/form/a.ts', 'apps/client/src/features/accounts/login/x.ts'],
  ['apps/client/src/shared/platform/router/router.ts', 'node_modules/@tarojs/taro/index.js'],
]

let folder: string
let cycles: string[]
let violations: readonly { rule: { name: string }; from: string; to: string }[]

async function write(file: string, text: string): Promise<void> {
  const target = path.join(folder, file)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, text, { flag: 'a' })
}

async function writeImport(from: string, to: string): Promise<void> {
  await write(from, `import './${path.relative(path.dirname(from), to)}'\n`)
  if (!to.endsWith('nowhere')) await write(to, 'export {}\n')
}

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'yunji-direction-')))
  for (const [, from, to] of BROKEN) await writeImport(from, to)
  await writeImport('packages/contract/src/round.ts', 'packages/contract/src/circle.ts')
  for (const [from, to] of ALLOWED) await writeImport(from, to)
  await writeImport('packages/contract/src/commerce/order/a.ts', 'packages/contract/src/devices/device/b.ts')
  await writeImport('packages/contract/src/devices/device/c.ts', 'packages/contract/src/commerce/order/d.ts')
  await writeImport('packages/contract/src/space/a.ts', 'packages/contract/src/wire/b.ts')
  await writeImport('packages/contract/src/wire/c.test.ts', 'packages/contract/src/space/d.ts')
  const { modules, summary } = await cruiseFolders(folder, ['apps', 'packages'])
  cycles = findFolderCycles(modules)
  violations = summary.violations
})

afterAll(() => rm(folder, { recursive: true }))

test.each(BROKEN)('%s is refused in %s', (rule, from) => {
  expect(violations).toContainEqual(expect.objectContaining({ rule: expect.objectContaining({ name: rule }), from }))
})

test('every rule has its example', () => {
  expect(BROKEN.map(([rule]) => rule).toSorted()).toEqual(config.forbidden.map(({ name }) => name).toSorted())
})

test.each(ALLOWED)('%s may use %s', (from, to) => {
  expect(violations).not.toContainEqual(expect.objectContaining({ from, to }))
})

test('folders of the contract that import one another are refused, also where no file does', () => {
  const [order, device] = ['packages/contract/src/commerce/order', 'packages/contract/src/devices/device']
  expect(cycles).toContain(`folder cycle: ${order} → ${device} → ${order}`)
})

test('imports in one direction pass, and those of tests', () => {
  expect(cycles.filter((cycle) => cycle.includes('/wire'))).toEqual([])
})

test('an area of which nothing was seen fails the check', () => {
  const seen = [{ source: 'apps/server/src/main.ts', dependencies: ['a'] }]
  expect(findUnseen(seen, { 'apps/server/src/': 1 })).toEqual([])
  expect(findUnseen(seen, { 'apps/server/src/': 2 })).toHaveLength(1)
  expect(findUnseen(seen, { 'apps/client/src/': 1 })).toHaveLength(1)
  expect(findUnseen([{ source: 'apps/server/src/main.ts', dependencies: [] }], { 'apps/server/src/': 1 })).toHaveLength(
    1,
  )
})
