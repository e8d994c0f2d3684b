import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { pageOf, pageQuery, queryId } from '../../wire/fields.ts'
import { availability, interruption } from './schema.ts'

const path = <Name extends string>(name: Name) => `/vmcloud/api/availability/${name}` as const

export const getAvailability = defineCall({
  method: 'GET',
  path: path('getAvailability'),
  summary: '设备最近 30 天的可用性，以及中断补偿的规则',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: queryId }),
  data: availability,
})

export const getInterruptions = defineCall({
  method: 'GET',
  path: path('getInterruptions'),
  summary: '设备的中断记录，新的在前：原因、责任、时长、补偿',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: queryId, ...pageQuery }),
  data: z.object(pageOf(interruption)),
})
