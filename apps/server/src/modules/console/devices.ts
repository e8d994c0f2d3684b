import { maskPhone } from '@yunji/contract/display/text'
import type { getDevice as getCall, searchDevices as searchCall } from '@yunji/contract/operator/device-calls'
import type { DeviceRecord } from '@yunji/contract/operator/records'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import { AppError } from '../../platform/errors.ts'
import { keysetPage, PAGE_ROWS, placeOf } from '../../platform/keyset.ts'
import type { Operator } from '../../platform/operators/operator.ts'
import { interruptionOf } from '../devices/availability/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { type DeviceRow, findDeviceDetails, listDevices } from './device-store.ts'
import { maySeeUsers } from './number-search.ts'

export const deviceRecordOf =
  (operator: Operator) =>
  (device: DeviceRow): DeviceRecord => ({
    deviceId: device.id,
    name: device.name,
    ownerId: maySeeUsers(operator) ? device.ownerId : null,
    maskedPhone: maySeeUsers(operator) ? maskPhone(device.mobilePhone ?? '') : '',
    zoneId: device.zoneId,
    zoneName: device.zoneName,
    state: device.state,
    stateSince: device.stateSince?.getTime() ?? null,
    supplierType: device.supplierType,
    goodsLevel: device.goodsLevel,
    version: device.version,
    isMetered: device.isMetered,
    isTrial: device.isTrial,
    isRefusing: device.adbRefusedSince !== null,
    expiresAt: device.expiresAt.getTime(),
    createdAt: device.createdAt.getTime(),
  })

export const searchDevices =
  ({ database: { db } }: ConsoleDeps) =>
  async (
    input: CallArguments<typeof searchCall>,
    operator: Operator,
    pageRows = PAGE_ROWS,
  ): Promise<CallData<typeof searchCall>> => {
    const { cursor, sort = 'newest', ...filter } = input
    if (filter.ownerId !== undefined && !maySeeUsers(operator)) return { records: [], nextCursor: null }
    const place = placeOf(cursor, sort === 'expiring')
    const found = await listDevices(db, { ...filter, findsNumbers: maySeeUsers(operator), sort }, place, pageRows + 1)
    return keysetPage(found, pageRows, deviceRecordOf(operator))
  }

type DeviceData = CallData<typeof getCall>
type Found = NonNullable<Awaited<ReturnType<typeof findDeviceDetails>>>

const taskOf = ({ createdAt, deadlineAt, endedAt, ...task }: Found['tasks'][number]) => ({
  ...task,
  createdAt: createdAt.getTime(),
  deadlineAt: deadlineAt.getTime(),
  endedAt: endedAt?.getTime() ?? null,
})

const configurationOf = ({ configId, cpuCores, memoryGb, storageGb }: Found['device']): DeviceData['configuration'] =>
  configId === null || cpuCores === null || memoryGb === null || storageGb === null
    ? null
    : { configId, cpuCores, memoryGb, storageGb }

export const getDevice =
  ({ database: { db } }: ConsoleDeps) =>
  async (deviceId: number, operator: Operator): Promise<DeviceData> => {
    const found = await findDeviceDetails(db, deviceId)
    if (!found) throw new AppError('NOT_FOUND', { text: '没有找到这台设备' })
    const { device, task } = found
    return {
      ...deviceRecordOf(operator)(device),
      phoneId: device.phoneId,
      imageVersion: device.imageVersion,
      isPowerOn: device.isPowerOn,
      faultySince: device.faultySince?.getTime() ?? null,
      refusingSince: device.adbRefusedSince?.getTime() ?? null,
      stateDeadline: device.stateDeadline?.getTime() ?? null,
      firstStartedAt: device.firstStartedAt?.getTime() ?? null,
      configuration: configurationOf(device),
      places: found.places,
      task: task ? taskOf(task) : null,
      tasks: found.tasks.map(taskOf),
      interruptions: found.interruptions.map(interruptionOf),
      quarantined: found.quarantined.map(({ id, phoneId, quarantinedAt, erasesAt }) => ({
        quarantineId: id,
        phoneId,
        quarantinedAt: quarantinedAt.getTime(),
        erasesAt: erasesAt.getTime(),
      })),
    }
  }
