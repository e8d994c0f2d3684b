import { setTimeout as pause } from 'node:timers/promises'
import type { Phone, ScreenSession } from '@yunji/phone-driver/types'
import { MotionAction } from '@yunji/phone-protocol/scrcpy/control'
import { QUALITIES } from '@yunji/phone-protocol/stream/quality'
import { eventually } from '@yunji/testkit/eventually'
import { atLeast, atMost, type Figure } from '@yunji/testkit/figures'
import { cpuSecondsOfTree } from '@yunji/testkit/process-table'
import { type PhoneProcess, startPhoneProcess } from './phone-process.ts'

const IDLE_PHONES = 20
const ACTIVE_PHONES = 2
const MEMORY_LIMIT_MB = 20
const IDLE_CPU_LIMIT_PERCENT = 0.5
/** For each of the two. */
const FPS_LIMIT = 25
const SETTLE_MS = 3000
const IDLE_MS = 10_000
const DRAG_MS = 4000
const STEP_MS = 16
const MEGABYTE = 1_000_000
const BOOT_DEADLINE_MS = 30_000
/** Drawn by the phone itself. */
const LONG_PAGE = 'https://www.yunji.example/'

/** Memory of a further phone, idle cost of twenty, and frame rate of two active ones among them. */
export const measureManyPhones = async (): Promise<readonly Figure[]> => {
  await using phones = await startPhoneProcess()
  const first = await addBooted(phones, 'first')
  await pause(SETTLE_MS)
  const before = phones.memoryBytes()
  for (let number = 1; number <= IDLE_PHONES; number += 1) await addBooted(phones, `idle-${number}`)
  await pause(SETTLE_MS)
  const perPhone = (phones.memoryBytes() - before) / IDLE_PHONES / MEGABYTE

  const idle = await watchIdle(phones, first)
  const active = await Promise.all(
    Array.from({ length: ACTIVE_PHONES }, (_, index) => addBooted(phones, `on-${index}`)),
  )
  const rates = await Promise.all(active.map(framesPerSecondOfDrag))
  return [
    atMost('memory_per_further_phone_mb', perPhone, MEMORY_LIMIT_MB),
    atMost('idle_frames', idle.frames, 0),
    atMost('idle_cpu_percent', idle.cpuPercent, IDLE_CPU_LIMIT_PERCENT),
    atLeast('two_active_among_twenty_fps', Math.min(...rates), FPS_LIMIT),
  ]
}

const addBooted = async (phones: PhoneProcess, id: string): Promise<Phone> => {
  const phone = await phones.addPhone(id)
  await eventually(
    async () => {
      if (!(await phone.health()).isBooted) throw new Error('not booted')
    },
    { deadlineMs: BOOT_DEADLINE_MS },
  )
  return phone
}

/** Twenty-one idle phones with one viewer, between two ticks of the phone's clock. */
const watchIdle = async (phones: PhoneProcess, phone: Phone) => {
  const session = await phone.openScreen(QUALITIES.high)
  let frames = 0
  session.onFrame(() => (frames += 1))
  await pause(SETTLE_MS)
  const intoMinuteMs = Date.now() % 60_000
  if (intoMinuteMs + IDLE_MS + 1000 > 60_000) await pause(61_000 - intoMinuteMs)
  frames = 0
  const spentBefore = cpuSecondsOfTree(phones.pid)
  await pause(IDLE_MS)
  const cpuPercent = ((cpuSecondsOfTree(phones.pid) - spentBefore) / (IDLE_MS / 1000)) * 100
  await session.close()
  return { frames, cpuPercent }
}

const framesPerSecondOfDrag = async (phone: Phone): Promise<number> => {
  await phone.openUrl(LONG_PAGE)
  const session = await phone.openScreen(QUALITIES.high)
  let frames = 0
  session.onFrame(() => (frames += 1))
  await pause(SETTLE_MS)
  frames = 0
  await drag(session, DRAG_MS)
  await session.close()
  return frames / (DRAG_MS / 1000)
}

/** Continuous vertical drag. */
const drag = async (session: ScreenSession, durationMs: number): Promise<void> => {
  const { width, height } = session.size
  const touch = (action: number, y: number): void =>
    session.control({
      type: 'injectTouch',
      action,
      pointerId: 1n,
      position: { x: width >> 1, y: Math.round(y), width, height },
      pressure: action === MotionAction.up ? 0 : 1,
      actionButton: 0,
      buttons: 0,
    })
  const middle = height / 2
  touch(MotionAction.down, middle)
  const startedAt = performance.now()
  for (let step = 1; step * STEP_MS < durationMs; step += 1) {
    await pause(Math.max(0, startedAt + step * STEP_MS - performance.now()))
    touch(MotionAction.move, middle + Math.sin(step / 20) * height * 0.3)
  }
  touch(MotionAction.up, middle)
}
