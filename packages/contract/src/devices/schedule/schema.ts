import * as z from 'zod/mini'
import { hasHiddenCharacters } from '../../validation/url.ts'
import { count, epochMillis, longText, positiveId, shortText } from '../../wire/fields.ts'
import { deviceIds, deviceTag, packageName } from '../device/schema.ts'
import { isCalendarDate, scheduleKinds, scheduleRepeats, scheduleTargets, TIME_PATTERN } from './rules.ts'

const scheduleStates = ['active', 'paused', 'ended'] as const

/** `nothing`: there was no device left. `missed`: it could not begin in time and was not made up for. */
const scheduleResults = ['working', 'succeeded', 'partly', 'failed', 'nothing', 'missed'] as const
export type ScheduleResult = (typeof scheduleResults)[number]

const appName = z.string().check(
  z.trim(),
  z.maxLength(64),
  z.refine((name) => !hasHiddenCharacters(name), '名称含有不可见的字符'),
)

const weekday = z.int().check(z.minimum(1), z.maximum(7))

interface Given {
  readonly kind: string
  readonly packageName?: string | undefined
  readonly deviceIds?: unknown
  readonly groupId?: unknown
  readonly tag?: unknown
  readonly repeat: string
  readonly date?: string | undefined
  readonly weekdays?: readonly number[] | undefined
}

const hasOneTarget = ({ deviceIds: ids, groupId, tag }: Given): boolean =>
  [ids, groupId, tag].filter((target) => target !== undefined).length === 1

const hasItsTiming = ({ repeat, date, weekdays }: Given): boolean =>
  (repeat === 'once') === (date !== undefined) && (repeat === 'weekly') === (weekdays !== undefined)

const hasItsApp = ({ kind, packageName: name }: Given): boolean => (kind === 'startApp') === (name !== undefined)

/** Command, devices and time of a schedule; exactly one kind of target. */
const scheduleFields = {
  kind: z.enum(scheduleKinds),
  packageName: z.optional(packageName),
  appName: z.optional(appName),
  deviceIds: z.optional(deviceIds),
  groupId: z.optional(positiveId),
  tag: z.optional(deviceTag),
  repeat: z.enum(scheduleRepeats),
  time: z.string().check(z.regex(TIME_PATTERN)),
  date: z.optional(z.string().check(z.maxLength(10), z.refine(isCalendarDate, '没有这一天'))),
  weekdays: z.optional(
    z.array(weekday).check(
      z.minLength(1),
      z.maxLength(7),
      z.refine((days) => new Set(days).size === days.length, '星期重复'),
    ),
  ),
}

const checks = [
  z.refine<Given>(hasOneTarget, '请选择设备、分组或标签之一'),
  z.refine<Given>(hasItsTiming, '时间不完整'),
  z.refine<Given>(hasItsApp, '请选择要打开的应用'),
] as const

export const newSchedule = z.strictObject(scheduleFields).check(...checks)
export type NewSchedule = z.output<typeof newSchedule>
export const changedSchedule = z.strictObject({ scheduleId: positiveId, ...scheduleFields }).check(...checks)

export const scheduleRecord = z.object({
  scheduleId: positiveId,
  kind: z.enum(scheduleKinds),
  /** Empty unless it starts an app. */
  packageName: longText,
  appName: shortText,
  target: z.enum(scheduleTargets),
  /** Chosen devices that are still there; empty for a group or tag. */
  deviceIds: z.array(positiveId),
  groupId: z.nullable(positiveId),
  tag: shortText,
  /** Name of the first device, the group or the tag; empty when nothing is left. */
  targetName: shortText,
  /** Devices that it would run on now. */
  deviceCount: count,
  repeat: z.enum(scheduleRepeats),
  time: z.string(),
  date: z.string(),
  weekdays: z.array(weekday),
  state: z.enum(scheduleStates),
  /** It paused itself, because no device was left several times. */
  isPausedEmpty: z.boolean(),
  nextAt: z.nullable(epochMillis),
  lastRun: z.nullable(
    z.object({
      dueAt: epochMillis,
      result: z.enum(scheduleResults),
      doneCount: count,
      failedCount: count,
      /** Of the first device that failed; empty otherwise. */
      reason: longText,
      /** Null where it needed no task, or the task is no longer kept. */
      taskId: z.nullable(positiveId),
    }),
  ),
})
export type ScheduleRecord = z.output<typeof scheduleRecord>
