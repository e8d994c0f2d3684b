import { tokenMachine } from '@yunji/contract/accounts/session/token'
import { couponMachine } from '@yunji/contract/commerce/coupon/state'
import { orderMachine } from '@yunji/contract/commerce/order/machine'
import { paymentMachine } from '@yunji/contract/commerce/payment/machine'
import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { grantMachine, transferMachine } from '@yunji/contract/devices/sharing'
import { taskMachine } from '@yunji/contract/devices/task/rules'
import type { Machine } from '@yunji/contract/machine'
import {
  always,
  atMostOnce,
  everyStep,
  isChange,
  type Law,
  law,
  leads,
  mayBeToldTwice,
  never,
  onceThenOnly,
  onlyAfter,
} from './r08-invariants.ts'

export interface LawBook {
  readonly machine: Machine
  readonly laws: readonly Law[]
}

const isFinal = (state: string) => onceThenOnly(({ to }) => to === state, [state])

const order: LawBook = {
  machine: orderMachine,
  laws: [
    leads(
      {
        pay: ['paid'],
        cancel: ['cancelled'],
        expire: ['expired'],
        fulfil: ['fulfilled'],
        fail: ['refunding'],
        giveBack: ['refunding'],
        refund: ['refunded'],
      },
      { pay: ['fulfilled', 'refunding', 'refunded'], retryRefund: ['refunding'] },
    ),
    law('money that came is never refused', always(['pay'])),
    law(
      'money that came is answered by the goods or by a refund',
      onceThenOnly(({ event }) => event === 'pay', ['paid', 'fulfilled', 'refunding', 'refunded']),
    ),
    law('nothing is granted or refunded without money', onlyAfter(['fulfilled', 'refunding', 'refunded'], 'pay')),
    law('goods are granted once', atMostOnce(['fulfilled'])),
    law('money goes back once', atMostOnce(['refunded'])),
    law('a refund is final', isFinal('refunded')),
    law(
      'a refund is asked for before it is done',
      never(['refund'], ['pending', 'paid', 'fulfilled', 'cancelled', 'expired']),
    ),
    law('only what was granted is given back', never(['giveBack'], ['pending', 'paid', 'cancelled', 'expired'])),
    law('what was granted does not fail', never(['fail'], ['fulfilled'])),
    mayBeToldTwice('pay', 'cancel', 'expire', 'fulfil', 'refund'),
    law('a pending order can be paid, cancelled or expire', always(['pay', 'cancel', 'expire'], ['pending'])),
    law('a paid order can be fulfilled, or given up', always(['fulfil', 'fail'], ['paid'])),
    law('what was granted can be given back', always(['giveBack'], ['fulfilled'])),
    law(
      'a paid order is neither cancelled nor expired',
      never(['cancel', 'expire'], ['paid', 'fulfilled', 'refunding', 'refunded']),
    ),
  ],
}

const payment: LawBook = {
  machine: paymentMachine,
  laws: [
    leads(
      { confirm: ['paid'], close: ['closed'], refund: ['refunding'], confirmRefund: ['refunded'] },
      {
        query: ['waiting', 'paid', 'closed', 'refunding', 'refunded'],
        confirm: ['refunding', 'refunded'],
        refund: ['refunded'],
        retryRefund: ['refunding'],
      },
    ),
    law("the provider's word is never refused", always(['confirm'])),
    law('the provider can be asked at any time', always(['query'])),
    law('a payment counts once, however often it is told', atMostOnce(['paid'])),
    law('a refund happens once', atMostOnce(['refunded'])),
    mayBeToldTwice('confirm', 'close', 'refund', 'confirmRefund'),
    law('nothing is refunded that was not paid', onlyAfter(['refunding', 'refunded'], 'confirm')),
    law(
      'what was paid never becomes unpaid',
      onceThenOnly(({ event }) => event === 'confirm', ['paid', 'refunding', 'refunded']),
    ),
    law('what was paid can be refunded, asked for once or more', always(['refund'], ['paid', 'refunding', 'refunded'])),
  ],
}

const taskStates = {
  reboot: 'rebooting',
  clean: 'cleaning',
  backUp: 'backingUp',
  restore: 'restoring',
  replace: 'replacing',
  changeZone: 'changingZone',
  changeConfiguration: 'changingConfiguration',
  update: 'updating',
} as const
const deviceTasks: readonly string[] = Object.values(taskStates)
const startTask = Object.keys(taskStates)

const device: LawBook = {
  machine: deviceMachine,
  laws: [
    leads(
      {
        ...Object.fromEntries(Object.entries(taskStates).map(([event, state]) => [event, [state]])),
        start: ['running'],
        stop: ['stopped'],
        delete: ['released'],
        settleRunning: ['running'],
        settleStopped: ['stopped'],
        breakDown: ['faulty'],
        expire: ['expired'],
        renew: ['stopped'],
        release: ['released'],
      },
      { renew: ['running', 'faulty', ...deviceTasks] },
    ),
    law(
      'a device does one task at a time',
      everyStep((step) => !isChange(step) || !(deviceTasks.includes(step.from) && deviceTasks.includes(step.to))),
    ),
    law('no task starts while another goes on', never(startTask, ['creating', ...deviceTasks])),
    law('a running device can be asked for every task', always(startTask, ['running'])),
    law('a running device is never deleted', never(['delete'], ['running'])),
    law('a stopped one can be, and it can be started', always(['delete', 'start'], ['stopped'])),
    mayBeToldTwice('start', 'stop', 'expire', 'release'),
    law('a released device is gone', isFinal('released')),
    law('a released device takes no money', never(['renew'], ['released'])),
    law(
      'any other device that ran can be renewed',
      always(['renew'], ['running', 'stopped', 'expired', 'faulty', ...deviceTasks]),
    ),
    law(
      'an expired device comes back by renewal only',
      everyStep(
        ({ from, to, event }) => from !== 'expired' || ['expired', 'released'].includes(to) || event === 'renew',
      ),
    ),
    law('a task is not cut off by expiry', never(['expire', 'release', 'delete'], deviceTasks)),
    law(
      'work ends in a phone that runs, rests or is broken',
      always(['settleRunning', 'settleStopped', 'breakDown'], deviceTasks),
    ),
    law(
      'a broken phone can be replaced, mended or given up',
      always(['replace', 'settleRunning', 'release'], ['faulty']),
    ),
  ],
}

const task: LawBook = {
  machine: taskMachine,
  laws: [
    leads(
      { begin: ['working'], finish: ['succeeded'], fail: ['failed'], interrupt: ['interrupted'] },
      { takeUp: ['working'] },
    ),
    mayBeToldTwice('takeUp', 'finish', 'fail', 'interrupt'),
    law('a task ends once', atMostOnce(['succeeded', 'failed', 'interrupted'])),
    law('work begins once', atMostOnce(['working'])),
    law('only begun work succeeds or fails', onlyAfter(['succeeded', 'failed'], 'begin')),
    law('waiting work can begin', always(['begin'], ['waiting'])),
    law(
      'work can be taken up by another worker, and end in every way',
      always(['takeUp', 'finish', 'fail', 'interrupt'], ['working']),
    ),
    law(
      'an end is final',
      everyStep((step) => !isChange(step) || ['waiting', 'working'].includes(step.from)),
    ),
  ],
}

const coupon: LawBook = {
  machine: couponMachine,
  laws: [
    leads({
      lock: ['locked'],
      use: ['used'],
      giveBack: ['efficient'],
      giveBackLate: ['expired'],
      expire: ['expired'],
      invalidate: ['invalid'],
    }),
    law('a coupon is used by an order that holds it', never(['use'], ['efficient', 'expired', 'invalid'])),
    mayBeToldTwice('use', 'expire', 'invalidate'),
    law('two orders never hold the same coupon', never(['lock'], ['locked', 'used'])),
    law('a held coupon does not go under its order', never(['expire', 'invalidate'], ['locked', 'used'])),
    law('an order that dies gives it back, in time or late', always(['giveBack', 'giveBackLate'], ['locked', 'used'])),
    law('a free coupon can be held, expire or be withdrawn', always(['lock', 'expire', 'invalidate'], ['efficient'])),
    law('an expired coupon stays expired', isFinal('expired')),
    law('an invalid coupon stays invalid', isFinal('invalid')),
  ],
}

const transfer: LawBook = {
  machine: transferMachine,
  laws: [
    leads({ accept: ['accepted'], reject: ['rejected'], cancel: ['cancelled'], expire: ['expired'] }),
    mayBeToldTwice('accept', 'reject', 'cancel', 'expire'),
    law('a transfer is decided once', (history) => history.filter(isChange).length <= 1),
    law('a waiting one can be decided by both sides', always(['accept', 'reject', 'cancel'], ['waiting'])),
  ],
}

const grant: LawBook = {
  machine: grantMachine,
  laws: [
    leads({ takeUp: ['active'], revoke: ['revoked'], expire: ['expired'] }),
    law('a living grant can be revoked at any time', always(['takeUp', 'revoke', 'expire'], ['waiting', 'active'])),
    mayBeToldTwice('takeUp', 'revoke', 'expire'),
    law('a revoked grant gives nothing back', isFinal('revoked')),
    law('an expired grant gives nothing back', isFinal('expired')),
  ],
}

const token: LawBook = {
  machine: tokenMachine,
  laws: [
    leads({ logIn: ['NORMAL'], renew: ['NORMAL'], expire: ['EXPIRE'], revoke: ['EXPIRE'], clear: ['NULL'] }),
    law('one can log in and forget the token at any time', always(['logIn', 'clear'])),
    law('a valid token can be used and revoked', always(['renew', 'revoke'], ['NORMAL'])),
    mayBeToldTwice('logIn', 'renew', 'expire', 'revoke', 'clear'),
    law('use revives nothing', never(['renew'], ['NULL', 'EXPIRE'])),
    law('where there is no token none ends', never(['expire', 'revoke'], ['NULL'])),
  ],
}

export const lawBooks: readonly LawBook[] = [order, payment, device, task, coupon, transfer, grant, token]
