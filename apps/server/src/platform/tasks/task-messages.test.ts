import { MESSAGE_DEVICES } from '@yunji/contract/messages/rules'
import { expect, it } from 'vitest'
import type { PartRow } from './definition.ts'
import type { TaskRow } from './store.ts'
import { eventsOfTask } from './task-messages.ts'

const PHONES = 10_000

const task = (kind: TaskRow['kind']): TaskRow => ({
  id: 7,
  ownerId: 3,
  kind,
  state: 'succeeded',
  subject: '',
  input: {},
  retryOf: null,
  scheduleRunId: null,
  createdAt: new Date(0),
  deadlineAt: new Date(0),
  endedAt: new Date(0),
})
const parts = (stateOf: (index: number) => PartRow['state']): PartRow[] =>
  Array.from({ length: PHONES }, (_, index) => ({
    id: index,
    taskId: 7,
    deviceId: index,
    deviceName: `一台名字写满二十个字的云手机 ${index}`,
    deviceStateCount: 1,
    deviceStateBefore: 'running',
    isBeside: true,
    state: stateOf(index),
    direction: 'forward',
    endsAs: null,
    step: 1,
    attempt: 1,
    data: {},
    progress: 100,
    reason: stateOf(index) === 'failed' ? '设备没有响应' : '',
    isCancelled: false,
    deadlineAt: new Date(0),
    endedAt: new Date(0),
  }))

it('counts ten thousand ready phones and names the first of them', () => {
  const [ready, ...more] = eventsOfTask(
    task('create'),
    parts(() => 'succeeded'),
  )
  expect(more).toEqual([])
  const payload = { deviceId: 0, deviceCount: PHONES, others: { length: MESSAGE_DEVICES - 1 } }
  expect(ready).toMatchObject({ event: 'deviceReady', payload })
})

it.each([
  ['installApp', 'succeeded'],
  ['installApp', 'failed'],
  ['create', 'failed'],
  ['reboot', 'failed'],
] as const)('of a large %s task are small when some phones have %s', (kind, state) => {
  const events = eventsOfTask(
    task(kind),
    parts((index) => (index % 3 === 0 ? state : 'succeeded')),
  )
  expect(JSON.stringify(events).length).toBeLessThan(8000)
  const failure = { failedCount: 3334, reason: '设备没有响应' }
  expect(events.at(-1)?.payload).toMatchObject({ deviceCount: PHONES, ...(state === 'failed' && failure) })
})
