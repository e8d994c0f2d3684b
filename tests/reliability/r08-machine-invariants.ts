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
  type Invariant,
  invariant,
  isChange,
  isIdempotent,
  leads,
  never,
  onceThenOnly,
  onlyAfter,
} from './r08-invariants.ts'

export interface MachineInvariants {
  readonly machine: Machine
  readonly invariants: readonly Invariant[]
}

const isFinal = (state: string) => onceThenOnly(({ to }) => to === state, [state])

const order: MachineInvariants = {
  machine: orderMachine,
  invariants: [
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
    invariant('money that came is never refused', always(['pay'])),
    invariant(
      'money that came is answered by the goods or by a refund',
      onceThenOnly(({ event }) => event === 'pay', ['paid', 'fulfilled', 'refunding', 'refunded']),
    ),
    invariant('nothing is granted or refunded without money', onlyAfter(['fulfilled', 'refunding', 'refunded'], 'pay')),
    invariant('goods are granted once', atMostOnce(['fulfilled'])),
    invariant('money goes back once', atMostOnce(['refunded'])),
    invariant('a refund is final', isFinal('refunded')),
    invariant(
      'a refund is asked for before it is done',
      never(['refund'], ['pending', 'paid', 'fulfilled', 'cancelled', 'expired']),
    ),
    invariant('only what was granted is given back', never(['giveBack'], ['pending', 'paid', 'cancelled', 'expired'])),
    invariant('what was granted does not fail', never(['fail'], ['fulfilled'])),
    isIdempotent('pay', 'cancel', 'expire', 'fulfil', 'refund'),
    invariant('a pending order can be paid, cancelled or expire', always(['pay', 'cancel', 'expire'], ['pending'])),
    invariant('a paid order can be fulfilled, or given up', always(['fulfil', 'fail'], ['paid'])),
    invariant('what was granted can be given back', always(['giveBack'], ['fulfilled'])),
    invariant(
      'a paid order is neither cancelled nor expired',
      never(['cancel', 'expire'], ['paid', 'fulfilled', 'refunding', 'refunded']),
    ),
  ],
}

const payment: MachineInvariants = {
  machine: paymentMachine,
  invariants: [
    leads(
      { confirm: ['paid'], close: ['closed'], refund: ['refunding'], confirmRefund: ['refunded'] },
      {
        query: ['waiting', 'paid', 'closed', 'refunding', 'refunded'],
        confirm: ['refunding', 'refunded'],
        refund: ['refunded'],
        retryRefund: ['refunding'],
      },
    ),
    invariant("the provider's word is never refused", always(['confirm'])),
    invariant('the provider can be asked at any time', always(['query'])),
    invariant('a payment counts once, however often it is told', atMostOnce(['paid'])),
    invariant('a refund happens once', atMostOnce(['refunded'])),
    isIdempotent('confirm', 'close', 'refund', 'confirmRefund'),
    invariant('nothing is refunded that was not paid', onlyAfter(['refunding', 'refunded'], 'confirm')),
    invariant(
      'what was paid never becomes unpaid',
      onceThenOnly(({ event }) => event === 'confirm', ['paid', 'refunding', 'refunded']),
    ),
    invariant(
      'what was paid can be refunded, asked for once or more',
      always(['refund'], ['paid', 'refunding', 'refunded']),
    ),
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

const device: MachineInvariants = {
  machine: deviceMachine,
  invariants: [
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
    invariant(
      'a device does one task at a time',
      everyStep((step) => !isChange(step) || !(deviceTasks.includes(step.from) && deviceTasks.includes(step.to))),
    ),
    invariant('no task starts while another goes on', never(startTask, ['creating', ...deviceTasks])),
    invariant('a running device can be asked for every task', always(startTask, ['running'])),
    invariant('a running device is never deleted', never(['delete'], ['running'])),
    invariant('a stopped one can be, and it can be started', always(['delete', 'start'], ['stopped'])),
    isIdempotent('start', 'stop', 'expire', 'release'),
    invariant('a released device is gone', isFinal('released')),
    invariant('a released device takes no money', never(['renew'], ['released'])),
    invariant(
      'any other device that ran can be renewed',
      always(['renew'], ['running', 'stopped', 'expired', 'faulty', ...deviceTasks]),
    ),
    invariant(
      'an expired device comes back by renewal only',
      everyStep(
        ({ from, to, event }) => from !== 'expired' || ['expired', 'released'].includes(to) || event === 'renew',
      ),
    ),
    invariant('a task is not cut off by expiry', never(['expire', 'release', 'delete'], deviceTasks)),
    invariant(
      'work ends in a phone that runs, rests or is broken',
      always(['settleRunning', 'settleStopped', 'breakDown'], deviceTasks),
    ),
    invariant(
      'a broken phone can be replaced, mended or given up',
      always(['replace', 'settleRunning', 'release'], ['faulty']),
    ),
  ],
}

const task: MachineInvariants = {
  machine: taskMachine,
  invariants: [
    leads(
      { begin: ['working'], finish: ['succeeded'], fail: ['failed'], interrupt: ['interrupted'] },
      { takeUp: ['working'] },
    ),
    isIdempotent('takeUp', 'finish', 'fail', 'interrupt'),
    invariant('a task ends once', atMostOnce(['succeeded', 'failed', 'interrupted'])),
    invariant('work begins once', atMostOnce(['working'])),
    invariant('only begun work succeeds or fails', onlyAfter(['succeeded', 'failed'], 'begin')),
    invariant('waiting work can begin', always(['begin'], ['waiting'])),
    invariant(
      'work can be taken up by another worker, and end in every way',
      always(['takeUp', 'finish', 'fail', 'interrupt'], ['working']),
    ),
    invariant(
      'an end is final',
      everyStep((step) => !isChange(step) || ['waiting', 'working'].includes(step.from)),
    ),
  ],
}

const coupon: MachineInvariants = {
  machine: couponMachine,
  invariants: [
    leads({
      lock: ['locked'],
      use: ['used'],
      giveBack: ['efficient'],
      giveBackLate: ['expired'],
      expire: ['expired'],
      invalidate: ['invalid'],
    }),
    invariant('a coupon is used by an order that holds it', never(['use'], ['efficient', 'expired', 'invalid'])),
    isIdempotent('use', 'expire', 'invalidate'),
    invariant('two orders never hold the same coupon', never(['lock'], ['locked', 'used'])),
    invariant('a held coupon does not go under its order', never(['expire', 'invalidate'], ['locked', 'used'])),
    invariant(
      'an order that dies gives it back, in time or late',
      always(['giveBack', 'giveBackLate'], ['locked', 'used']),
    ),
    invariant(
      'a free coupon can be held, expire or be withdrawn',
      always(['lock', 'expire', 'invalidate'], ['efficient']),
    ),
    invariant('an expired coupon stays expired', isFinal('expired')),
    invariant('an invalid coupon stays invalid', isFinal('invalid')),
  ],
}

const transfer: MachineInvariants = {
  machine: transferMachine,
  invariants: [
    leads({ accept: ['accepted'], reject: ['rejected'], cancel: ['cancelled'], expire: ['expired'] }),
    isIdempotent('accept', 'reject', 'cancel', 'expire'),
    invariant('a transfer is decided once', (history) => history.filter(isChange).length <= 1),
    invariant('a waiting one can be decided by both sides', always(['accept', 'reject', 'cancel'], ['waiting'])),
  ],
}

const grant: MachineInvariants = {
  machine: grantMachine,
  invariants: [
    leads({ takeUp: ['active'], revoke: ['revoked'], expire: ['expired'] }),
    invariant(
      'a living grant can be revoked at any time',
      always(['takeUp', 'revoke', 'expire'], ['waiting', 'active']),
    ),
    isIdempotent('takeUp', 'revoke', 'expire'),
    invariant('a revoked grant gives nothing back', isFinal('revoked')),
    invariant('an expired grant gives nothing back', isFinal('expired')),
  ],
}

const token: MachineInvariants = {
  machine: tokenMachine,
  invariants: [
    leads({ logIn: ['NORMAL'], renew: ['NORMAL'], expire: ['EXPIRE'], revoke: ['EXPIRE'], clear: ['NULL'] }),
    invariant('one can log in and forget the token at any time', always(['logIn', 'clear'])),
    invariant('a valid token can be used and revoked', always(['renew', 'revoke'], ['NORMAL'])),
    isIdempotent('logIn', 'renew', 'expire', 'revoke', 'clear'),
    invariant('use revives nothing', never(['renew'], ['NULL', 'EXPIRE'])),
    invariant('where there is no token none ends', never(['expire', 'revoke'], ['NULL'])),
  ],
}

export const machineInvariants: readonly MachineInvariants[] = [
  order,
  payment,
  device,
  task,
  coupon,
  transfer,
  grant,
  token,
]
