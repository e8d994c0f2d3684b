import { setTimeout as delay } from 'node:timers/promises'
import { sendCommand } from '@yunji/contract/devices/device/calls'
import { DeviceCommand, type DeviceState } from '@yunji/contract/devices/device/enums'
import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { deadlineOf } from '@yunji/contract/machine'
import { eventually } from '@yunji/testkit/eventually'
import { signalIfAlive } from '@yunji/testkit/process-table'
import { definePromise } from '@yunji/testkit/promise'
import { createRandom, type Random } from '@yunji/testkit/random'
import { withClient } from '@yunji/testkit/with-client'
import { type PhoneHarness, withPhoneHarness } from './phone-harness.ts'

/** Guards against hanging only: deadlines of states are minutes to hours. */
const BACK_DEADLINE_MS = 170_000
/** States without an implementation are written to the database, this long before their deadline: due for the next sweep. */
const LEFT_MS = 10_000
const LEFT_DEADLINE_MS = 60_000
/** Interval of the checks for devices past their deadline. */
const LOOK_EVERY_MS = 500

const commands = [DeviceCommand.reboot, DeviceCommand.clean, DeviceCommand.deepClean, null] as const
const waitingStates = (Object.keys(deviceMachine.states) as DeviceState[]).filter(
  (state) => deadlineOf(deviceMachine, state)?.event === 'breakDown',
)

export const promise = definePromise({
  id: 'R12',
  name: 'r12_killed_phones',
  title:
    'a phone killed in any state of its device: it runs again or is marked faulty before the deadline, never stuck',
  sizes: { small: 4, long: 100 },
  run: ({ size: kills, seed, log }) =>
    withPhoneHarness(async (harness) => {
      const random = createRandom(seed)
      const violations: string[] = []
      for (let round = 0; round < kills; round += 1) {
        const command = commands[round % commands.length] ?? null
        const startedAt = performance.now()
        const stuck = await stuckAfterKill(harness, command, random)
        violations.push(...stuck)
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
        const outcome = stuck.join(', ') || `every device came back within ${seconds} s`
        log(`kill ${round + 1} during ${command ?? 'nothing'}: ${outcome}`)
      }
      violations.push(...(await stuckWithoutWork(harness)))
      return { rounds: kills + waitingStates.length, violations }
    }),
})

/** Kills the phone process at a random time after a command and waits until all devices run again. */
const stuckAfterKill = async (
  harness: PhoneHarness,
  command: DeviceCommand | null,
  random: Random,
): Promise<string[]> => {
  const deviceIds = (await harness.devices()).map(({ deviceId }) => deviceId)
  if (command) await harness.call(sendCommand.path, { deviceIds, command })
  await delay(random.integer(0, 400))
  const pid = await harness.phoneProcessPid()
  if (pid === undefined) return ['there was no phone to kill']
  signalIfAlive(pid, 'SIGKILL')
  const late = new Set<string>()
  await eventually(
    async () => {
      for (const text of await pastDeadline(harness)) late.add(text)
      const states = (await harness.devices()).map(({ state }) => state)
      const newPid = await harness.phoneProcessPid()
      if (newPid === undefined || newPid === pid || states.some((state) => state !== 'running'))
        throw new Error(`devices stay ${states}`)
    },
    { deadlineMs: BACK_DEADLINE_MS, everyMs: LOOK_EVERY_MS },
  ).catch((error: Error) => late.add(`after a kill during ${command}: ${error.message}`))
  return [...late]
}

const pastDeadline = ({ databaseUrl }: PhoneHarness): Promise<string[]> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string; state: string }>(
      'select id, state from devices where state_deadline < now()',
    )
    return rows.map(({ id, state }) => `device ${id} stood ${state} past its deadline`)
  })

/** States without an implementation are ended by the sweep only. Tries one state for each device at a time. */
const stuckWithoutWork = async (harness: PhoneHarness): Promise<string[]> => {
  const waiting = waitingStates.values()
  const stuck = (await harness.devices()).map(async ({ deviceId }) => {
    const violations: string[] = []
    for (const state of waiting) violations.push(...(await stuckIn(harness, deviceId, state)))
    return violations
  })
  return [...new Set((await Promise.all(stuck)).flat())]
}

const stuckIn = async (harness: PhoneHarness, deviceId: number, state: DeviceState): Promise<string[]> => {
  await withClient(harness.databaseUrl, (client) =>
    client.query(
      `update devices set state = $2, state_count = state_count + 1, state_deadline = now() + make_interval(secs => $3)
       where id = $1`,
      [deviceId, state, LEFT_MS / 1000],
    ),
  )
  const late: string[] = []
  const left = async () => {
    late.push(...(await pastDeadline(harness)))
    const now = (await harness.devices()).find((device) => device.deviceId === deviceId)?.state
    if (now === state) throw new Error(`device ${deviceId} stays ${state}`)
  }
  await eventually(left, { deadlineMs: LEFT_DEADLINE_MS, everyMs: LOOK_EVERY_MS }).catch((error: Error) =>
    late.push(error.message),
  )
  return late
}
