import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { packageProgram, root, runNode } from '../command.ts'

interface Fault {
  readonly what: string
  readonly file: string
  readonly right: string
  readonly wrong: string
  /** Files of tests that notice it; the first in `npm test` unless it lies in `tests/extended`. */
  readonly caughtBy: readonly string[]
}

const CONTRACT = 'packages/contract/src'
const SERVER = 'apps/server/src'
const CLIENT = 'apps/client/src'
const CONSOLE = 'apps/console/src'

/** One for each kind of mistake that people make, in every part of the product. */
const FAULTS: readonly Fault[] = [
  {
    what: 'a coupon makes an order free',
    file: `${CONTRACT}/commerce/coupon/choice.ts`,
    right: 'Math.min(value, totalCents - LEAST_DUE_CENTS)',
    wrong: 'Math.min(value, totalCents)',
    caughtBy: [`${CONTRACT}/commerce/coupon/choice.test.ts`],
  },
  {
    what: 'a right to watch is enough to control',
    file: `${CONTRACT}/wire/call.ts`,
    right: '>= deviceRights.indexOf(needed)',
    wrong: '>= deviceRights.indexOf(needed) - 1',
    caughtBy: [`${CONTRACT}/wire/call.test.ts`, `${SERVER}/modules/devices/grants/grants.db.test.ts`],
  },
  {
    what: 'a password of 14 characters is taken',
    file: `${CONTRACT}/validation/credentials.ts`,
    right: '[A-Za-z\\d]{6,13}$',
    wrong: '[A-Za-z\\d]{6,14}$',
    caughtBy: [`${CONTRACT}/validation/credentials.test.ts`],
  },
  {
    what: 'a faulty phone is replaced after a day',
    file: `${CONTRACT}/devices/device/machine.ts`,
    right: 'faulty: 30 * MINUTE_MS',
    wrong: 'faulty: 30 * HOUR_MS',
    caughtBy: [`${CONTRACT}/machine-tables.test.ts`, `${CONTRACT}/devices/device/rules.test.ts`],
  },
  {
    what: 'support may refund',
    file: `${CONTRACT}/wire/operator-roles.ts`,
    right: "const support: readonly OperatorRight[] = [\n  'overview.read',",
    wrong: "const support: readonly OperatorRight[] = [\n  'overview.read',\n  'orders.refund',",
    caughtBy: [`${CONTRACT}/wire/operator-roles.test.ts`, `${SERVER}/modules/operators/operators.db.test.ts`],
  },
  {
    what: 'a notice of another amount pays an order',
    file: `${SERVER}/modules/commerce/payments/confirm-payment.ts`,
    right: "      if (payment.amountCents !== amountCents) throw new NoticeRefused('another amount')\n",
    wrong: '',
    caughtBy: [`${SERVER}/modules/commerce/payments/confirm.db.test.ts`],
  },
  {
    what: 'an idempotency key with another body is answered',
    file: `${SERVER}/platform/idempotency.ts`,
    right: "hash('sha256', JSON.stringify(input) ?? '', 'buffer')",
    wrong: "hash('sha256', JSON.stringify(input).slice(0, 0), 'buffer')",
    caughtBy: [`${SERVER}/platform/idempotency.db.test.ts`],
  },
  {
    what: "somebody else's coupon can be used",
    file: `${SERVER}/modules/commerce/coupons/store.ts`,
    right:
      "        eq(coupons.id, couponId),\n        eq(coupons.userId, userId),\n        eq(coupons.state, 'efficient'),",
    wrong: "        eq(coupons.id, couponId),\n        eq(coupons.state, 'efficient'),",
    caughtBy: [
      `${SERVER}/modules/commerce/orders/purchase.db.test.ts`,
      `${SERVER}/modules/commerce/coupons/coupons.db.test.ts`,
    ],
  },
  {
    what: 'a foreign origin may write',
    file: `${SERVER}/platform/http/security.ts`,
    right: 'return isRead || isOwnOrigin(request, allowed)',
    wrong: 'return isRead || isOwnOrigin(request, allowed) || allowed.size > 0',
    caughtBy: [`${SERVER}/platform/http/http.db.test.ts`, 'tests/security/promises.test.ts'],
  },
  {
    what: 'a repeated refund is added twice',
    file: `${SERVER}/modules/commerce/refunds/add-refund.ts`,
    right: '  if (keys.includes(key)) return\n',
    wrong: '',
    caughtBy: [
      `${SERVER}/modules/commerce/refunds/provider-refunds.db.test.ts`,
      `${SERVER}/modules/commerce/refunds/refunds.db.test.ts`,
    ],
  },
  {
    what: 'the coupon of an order stays free for others',
    file: `${SERVER}/modules/commerce/purchases/create-order.ts`,
    right: '  if (coupon) await reserveCoupon(tx, coupon.id, order.id)\n',
    wrong: '  if (coupon && order.id < 0) await reserveCoupon(tx, coupon.id, order.id)\n',
    caughtBy: [`${SERVER}/modules/commerce/orders/purchase.db.test.ts`],
  },
  {
    what: 'a frozen account goes on',
    file: `${SERVER}/platform/http/call-route.ts`,
    right: "  if (caller.isFrozen && !call.allowsFrozen) throw new AppError('ACCOUNT_FROZEN')\n",
    wrong: '',
    caughtBy: [`${SERVER}/modules/accounts/users/users.db.test.ts`],
  },
  {
    what: 'a damaged manifest of a backup is read',
    file: 'packages/backup-format/src/manifest.ts',
    right: "hashOf(body, 'sha256') === bytes.toString('hex', body.length)",
    wrong: "hashOf(body, 'sha256').length > 0",
    caughtBy: ['packages/backup-format/src/manifest.test.ts'],
  },
  {
    what: '重启 in the sheet of a phone does nothing',
    file: `${CLIENT}/features/devices/home/sheets/device-sheet.tsx`,
    right: 'return onCommand(() => confirmReboot(target))',
    wrong: 'return onCommand(() => Promise.resolve(target.deviceIds.length === 0 && confirmReboot(target)))',
    caughtBy: ['tests/e2e/home.test.ts'],
  },
  {
    what: 'a list of groups stays old after a change',
    file: `${CLIENT}/features/devices/groups/groups.ts`,
    right: '  const { groupId } = await requestData(operateGroup, operation)\n  await refresh()\n',
    wrong: '  const { groupId } = await requestData(operateGroup, operation)\n',
    caughtBy: ['tests/e2e/groups.test.ts'],
  },
  {
    what: 'a page is wider than a small phone',
    file: `${CLIENT}/features/devices/groups/groups.module.css`,
    right: '  min-height: 72px;\n  padding-right: 4px;',
    wrong: '  min-width: 400px;\n  min-height: 72px;\n  padding-right: 4px;',
    caughtBy: ['tests/e2e/every-screen.test.ts'],
  },
  {
    what: 'the login stays on the device after 退出登录',
    file: `${CLIENT}/shared/session/create-session.ts`,
    right: '      if (isOwn) forgetIdentity()\n',
    wrong: '      if (!isOwn) forgetIdentity()\n',
    caughtBy: [`${CLIENT}/shared/session/create-session.test.ts`],
  },
  {
    what: 'an icon without a name',
    file: `${CLIENT}/features/devices/home/home-header.tsx`,
    right: 'label="搜索设备"',
    wrong: 'label=""',
    caughtBy: ['tests/e2e/every-screen.test.ts', 'tests/e2e/home.test.ts'],
  },
  {
    what: 'a refused refund is approved',
    file: `${CONSOLE}/pages/refunds.tsx`,
    right: 'decide.mutate({ proposalId, isApproved })',
    wrong: 'decide.mutate({ proposalId, isApproved: true })',
    caughtBy: ['tests/e2e/console-money.test.ts'],
  },
  {
    what: 'words of the console that cannot be read on their ground',
    file: `${CONSOLE}/styles/tokens.css`,
    right: '--ink-3: #646d7e;',
    wrong: '--ink-3: #b4bdce;',
    caughtBy: ['tests/e2e/console.test.ts'],
  },
]

const BUILT = [CLIENT, CONSOLE, CONTRACT]

const isCaught = async ({ file, caughtBy }: Fault): Promise<string | undefined> => {
  if (BUILT.some((folder) => file.startsWith(folder))) {
    const { code } = await runNode([path.join(root, 'tools', 'run.mjs'), 'build'])
    if (code !== 0) return 'the build'
  }
  for (const test of caughtBy) {
    const { code } = await runNode(packageProgram('vitest/vitest.mjs', 'run', '--bail=1', test))
    if (code !== 0) return test
  }
  return undefined
}

const plant = async (fault: Fault): Promise<string | undefined> => {
  const file = path.join(root, fault.file)
  const text = await readFile(file, 'utf8')
  if (text.split(fault.right).length !== 2) throw new Error(`${fault.file} has changed: ${fault.what}`)
  await writeFile(
    file,
    text.replace(fault.right, () => fault.wrong),
  )
  try {
    return await isCaught(fault)
  } finally {
    await writeFile(file, text)
  }
}

/** Plants the faults one after the other, all or those with the given numbers; true when tests have caught every one. */
export const plantFaults = async (numbers: readonly string[]): Promise<boolean> => {
  const missed: string[] = []
  for (const [index, fault] of FAULTS.entries()) {
    if (numbers.length > 0 && !numbers.includes(String(index + 1))) continue
    const caughtBy = await plant(fault)
    console.log(`${index + 1} ${fault.what}: ${caughtBy ? `caught by ${caughtBy}` : 'MISSED'}`)
    if (!caughtBy) missed.push(fault.what)
  }
  console.log(`${missed.length} missed`)
  return missed.length === 0
}
