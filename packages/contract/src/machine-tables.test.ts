import { describe, expect, test } from 'vitest'
import { tokenMachine } from './accounts/session/token.ts'
import { couponMachine } from './commerce/coupon/state.ts'
import { invoiceMachine } from './commerce/invoice/machine.ts'
import { orderMachine } from './commerce/order/machine.ts'
import { paymentMachine } from './commerce/payment/machine.ts'
import { deviceMachine } from './devices/device/machine.ts'
import { grantMachine, transferMachine } from './devices/sharing.ts'
import { taskMachine } from './devices/task/rules.ts'
import { deadlineOf, isTerminal, type Machine } from './machine.ts'
import { ticketMachine } from './service/machine.ts'
import { statesOf } from './testing/sequences.ts'
import { refusalsOf, tableOf } from './testing/table.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Complete tables of the machines: transitions missing here must be refused. */
const sorted = (lines: readonly string[]) =>
  lines.map((line) => {
    const [state = '', ...events] = line.split(' ')
    return [state, ...events.toSorted()].join(' ')
  })

const deadlinesOf = (machine: Machine) =>
  Object.fromEntries(
    statesOf(machine).flatMap((state) => {
      const deadline = deadlineOf(machine, state)
      return deadline ? [[state, [deadline.event, deadline.afterMs]]] : []
    }),
  )

const terminalOf = (machine: Machine) => statesOf(machine).filter((state) => isTerminal(machine, state))

describe('order', () => {
  test('transitions', () =>
    expect(sorted(tableOf(orderMachine))).toEqual(
      sorted([
        'pending: pay→paid cancel→cancelled expire→expired',
        'paid: pay→paid fulfil→fulfilled fail→refunding',
        'fulfilled: pay→fulfilled fulfil→fulfilled giveBack→refunding',
        'cancelled: pay→paid cancel→cancelled',
        'expired: pay→paid expire→expired',
        'refunding: pay→refunding refund→refunded retryRefund→refunding',
        'refunded: pay→refunded refund→refunded',
      ]),
    ))
  test('deadlines', () =>
    expect(deadlinesOf(orderMachine)).toEqual({
      pending: ['expire', 15 * MINUTE],
      paid: ['fail', HOUR],
      refunding: ['retryRefund', undefined],
    }))
  test('ends', () => expect(terminalOf(orderMachine)).toEqual(['refunded']))
})

describe('payment', () => {
  test('transitions', () =>
    expect(sorted(tableOf(paymentMachine))).toEqual(
      sorted([
        'waiting: confirm→paid query→waiting close→closed',
        'paid: confirm→paid query→paid refund→refunding',
        'closed: confirm→paid query→closed close→closed',
        'refunding: confirm→refunding query→refunding refund→refunding confirmRefund→refunded retryRefund→refunding',
        'refunded: confirm→refunded query→refunded refund→refunded confirmRefund→refunded',
      ]),
    ))
  test('deadlines', () =>
    expect(deadlinesOf(paymentMachine)).toEqual({
      waiting: ['query', MINUTE / 2],
      refunding: ['retryRefund', undefined],
    }))
  test('ends', () => expect(terminalOf(paymentMachine)).toEqual(['refunded']))
})

describe('device', () => {
  const task = (state: string) =>
    `${state}: settleRunning→running settleStopped→stopped breakDown→faulty renew→${state}`
  const tasks =
    'backUp→backingUp restore→restoring replace→replacing changeZone→changingZone ' +
    'changeConfiguration→changingConfiguration update→updating'

  test('transitions', () =>
    expect(sorted(tableOf(deviceMachine))).toEqual(
      sorted([
        'creating: settleRunning→running breakDown→faulty release→released',
        `running: start→running stop→stopped reboot→rebooting clean→cleaning ${tasks} breakDown→faulty expire→expired renew→running`,
        `stopped: start→running stop→stopped delete→released ${tasks} breakDown→faulty expire→expired renew→stopped`,
        task('rebooting'),
        task('cleaning'),
        task('backingUp'),
        task('restoring'),
        task('replacing'),
        task('changingZone'),
        task('changingConfiguration'),
        task('updating'),
        'expired: renew→stopped delete→released release→released expire→expired',
        'faulty: settleRunning→running settleStopped→stopped reboot→rebooting replace→replacing delete→released ' +
          'release→released expire→expired renew→faulty breakDown→faulty',
        'released: release→released',
      ]),
    ))

  test('every state but running, stopped and released has a deadline', () =>
    expect(deadlinesOf(deviceMachine)).toEqual({
      creating: ['breakDown', 10 * MINUTE],
      rebooting: ['breakDown', 3 * MINUTE],
      cleaning: ['breakDown', 10 * MINUTE],
      backingUp: ['breakDown', HOUR],
      restoring: ['breakDown', HOUR],
      replacing: ['breakDown', 2 * HOUR],
      changingZone: ['breakDown', 2 * HOUR],
      changingConfiguration: ['breakDown', 30 * MINUTE],
      updating: ['breakDown', 30 * MINUTE],
      expired: ['release', 2 * HOUR],
      faulty: ['replace', 30 * MINUTE],
    }))

  test('refusals carry the code that fits', () =>
    expect(refusalsOf(deviceMachine)).toEqual([
      'creating: IN_BACKUP_OR_RECOVERY',
      'running: DEVICE_NOT_SHUT_DOWN SHOW_ERROR_TIP',
      'stopped: SHOW_ERROR_TIP',
      'rebooting: IN_BACKUP_OR_RECOVERY',
      'cleaning: IN_BACKUP_OR_RECOVERY',
      'backingUp: DEVICE_BACKING_UP',
      'restoring: DEVICE_RECOVERING',
      'replacing: IN_BACKUP_OR_RECOVERY',
      'changingZone: IN_BACKUP_OR_RECOVERY',
      'changingConfiguration: IN_BACKUP_OR_RECOVERY',
      'updating: IN_BACKUP_OR_RECOVERY',
      'expired: SHOW_ERROR_TIP START_UP_STANDARD_NOT_MET',
      'faulty: GET_DEVICE_FAILED',
      'released: GET_DEVICE_FAILED',
    ]))

  test('ends', () => expect(terminalOf(deviceMachine)).toEqual(['released']))
})

describe('task', () => {
  test('transitions', () =>
    expect(sorted(tableOf(taskMachine))).toEqual(
      sorted([
        'waiting: begin→working interrupt→interrupted',
        'working: takeUp→working finish→succeeded fail→failed interrupt→interrupted',
        'succeeded: finish→succeeded',
        'failed: fail→failed',
        'interrupted: interrupt→interrupted',
      ]),
    ))
  test('deadlines', () =>
    expect(deadlinesOf(taskMachine)).toEqual({
      waiting: ['interrupt', 10 * MINUTE],
      working: ['interrupt', undefined],
    }))
  test('ends', () => expect(terminalOf(taskMachine)).toEqual(['succeeded', 'failed', 'interrupted']))
  test('an interrupted task says so', () => expect(refusalsOf(taskMachine)).toContain('interrupted: TASK_INTERRUPTED'))
})

describe('coupon', () => {
  test('transitions', () =>
    expect(sorted(tableOf(couponMachine))).toEqual(
      sorted([
        'efficient: lock→locked expire→expired invalidate→invalid',
        'locked: use→used giveBack→efficient giveBackLate→expired',
        'used: use→used giveBack→efficient giveBackLate→expired',
        'expired: expire→expired',
        'invalid: invalidate→invalid',
      ]),
    ))
  test('deadlines', () =>
    expect(deadlinesOf(couponMachine)).toEqual({ efficient: ['expire', undefined], locked: ['giveBack', undefined] }))
  test('ends', () => expect(terminalOf(couponMachine)).toEqual(['expired', 'invalid']))
})

describe('transfer', () => {
  test('transitions', () =>
    expect(sorted(tableOf(transferMachine))).toEqual(
      sorted([
        'waiting: accept→accepted reject→rejected cancel→cancelled expire→expired',
        'accepted: accept→accepted',
        'rejected: reject→rejected',
        'cancelled: cancel→cancelled',
        'expired: expire→expired',
      ]),
    ))
  test('deadlines', () => expect(deadlinesOf(transferMachine)).toEqual({ waiting: ['expire', DAY] }))
  test('ends', () => expect(terminalOf(transferMachine)).toEqual(['accepted', 'rejected', 'cancelled', 'expired']))
})

describe('grant', () => {
  test('transitions', () =>
    expect(sorted(tableOf(grantMachine))).toEqual(
      sorted([
        'waiting: takeUp→active revoke→revoked expire→expired',
        'active: takeUp→active revoke→revoked expire→expired',
        'revoked: revoke→revoked',
        'expired: expire→expired',
      ]),
    ))
  test('deadlines', () =>
    expect(deadlinesOf(grantMachine)).toEqual({ waiting: ['expire', undefined], active: ['expire', undefined] }))
  test('ends', () => expect(terminalOf(grantMachine)).toEqual(['revoked', 'expired']))
})

describe('token', () => {
  test('transitions', () =>
    expect(sorted(tableOf(tokenMachine))).toEqual(
      sorted([
        'NULL: logIn→NORMAL clear→NULL',
        'NORMAL: logIn→NORMAL renew→NORMAL expire→EXPIRE revoke→EXPIRE clear→NULL',
        'EXPIRE: logIn→NORMAL expire→EXPIRE revoke→EXPIRE clear→NULL',
      ]),
    ))
  test('deadlines', () => expect(deadlinesOf(tokenMachine)).toEqual({ NORMAL: ['expire', 30 * DAY] }))
  test('without a valid token the answer is 2017', () =>
    expect(refusalsOf(tokenMachine)).toEqual(['NULL: LOGIN_TOKEN_INVALID', 'NORMAL: ', 'EXPIRE: LOGIN_TOKEN_INVALID']))
})

describe('ticket', () => {
  test('transitions', () =>
    expect(sorted(tableOf(ticketMachine))).toEqual(
      sorted([
        'open: write→open answer→answered ask→waiting close→closed',
        'answered: write→open answer→answered ask→waiting close→closed expire→closed',
        'waiting: write→open answer→answered ask→waiting close→closed expire→closed',
        'closed: close→closed expire→closed reopen→open',
      ]),
    ))
  test('deadlines', () =>
    expect(deadlinesOf(ticketMachine)).toEqual({ answered: ['expire', 7 * DAY], waiting: ['expire', 7 * DAY] }))
  test('ends', () => expect(terminalOf(ticketMachine)).toEqual([]))
})

describe('invoice', () => {
  test('transitions', () =>
    expect(sorted(tableOf(invoiceMachine))).toEqual(
      sorted([
        'pending: issue→issued reject→rejected cancel→cancelled refund→pending',
        'issued: refund→correcting correct→corrected',
        'correcting: refund→correcting correct→corrected',
        'rejected:',
        'cancelled:',
        'corrected:',
      ]),
    ))
  test('ends', () => expect(terminalOf(invoiceMachine)).toEqual(['rejected', 'cancelled', 'corrected']))
})
